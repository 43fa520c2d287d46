#![allow(missing_docs)]
use mcp_runtime::__private as p;
use mcp_runtime::*;

struct Orders;
struct Stations;
async fn cancel(
    _o: &Orders,
    _cx: &Context,
    name: &str,
    id: u64,
    reason: Option<&str>,
    tags: &[String],
) -> Result<String, ToolFailure> {
    Ok(format!("{name}{id}{reason:?}{tags:?}"))
}
#[allow(non_camel_case_types)]
struct cancel {}
impl p::ToolNames for cancel {
    const NAMES: &'static [&'static str] = &["cancel"];
}
impl<State: Send + Sync + 'static, From0, From1, From2, From5>
    p::Tool<State, (From0, From1, From2, From5)> for cancel
where
    State: p::Provide<Orders, From0>
        + p::Provide<Context, From1>
        + p::Provide<str, From2>
        + p::Provide<[String], From5>,
{
    const GROUPS: &'static [&'static [p::ToolEntry<State>]] = &[&[p::ToolEntry::new::<
        Result<String, ToolFailure>,
    >(
        p::ToolInfo::new("cancel", "Cancel").title("x"),
        |schema| {
            let schema =
                <State as p::Provide<Orders, From0>>::property(schema, p::Parameter::new("o", ""));
            let schema =
                <State as p::Provide<str, From2>>::property(schema, p::Parameter::new("name", ""));
            let schema =
                schema.property::<u64>(p::Parameter::new("id", "").default(|| p::to_value(&3u64)));
            schema.borrowed::<Option<&str>>(p::Parameter::new("reason", ""))
        },
        |call| {
            p::Box::pin(async move {
                let mut arguments = call.arguments();
                let o = <State as p::Provide<Orders, From0>>::hold(&call, &mut arguments, "o");
                let cx = <State as p::Provide<Context, From1>>::hold(&call, &mut arguments, "cx");
                let name = <State as p::Provide<str, From2>>::hold(&call, &mut arguments, "name");
                let id = arguments.hold_or::<u64>("id", || 3);
                let reason = arguments.hold_borrowed::<Option<&str>>("reason");
                let tags =
                    <State as p::Provide<[String], From5>>::hold(&call, &mut arguments, "tags");
                let (
                    false,
                    p::Option::Some(o),
                    p::Option::Some(cx),
                    p::Option::Some(name),
                    p::Option::Some(id),
                    p::Option::Some(reason),
                    p::Option::Some(tags),
                ) = (arguments.finish(), o, cx, name, id, reason, tags)
                else {
                    return arguments.refuse();
                };
                p::IntoCallResult::into_call_result(
                    cancel(
                        <State as p::Provide<Orders, From0>>::lend(&o),
                        <State as p::Provide<Context, From1>>::lend(&cx),
                        <State as p::Provide<str, From2>>::lend(&name),
                        id,
                        p::BorrowedArgument::lend(&reason),
                        <State as p::Provide<[String], From5>>::lend(&tags),
                    )
                    .await,
                )
            })
        },
    )]];
}
fn builder(_: ToolSet<Orders>) {}
fn builder2(_: ToolSet<App>) {}
struct App {
    orders: Orders,
    stations: Stations,
}
impl p::HasPart<Orders> for App {
    fn part(&self) -> &Orders {
        &self.orders
    }
}
impl p::HasPart<Stations> for App {
    fn part(&self) -> &Stations {
        &self.stations
    }
}
#[test]
fn t() {
    builder(tools![cancel]);
    builder2(tools![cancel]);
}
