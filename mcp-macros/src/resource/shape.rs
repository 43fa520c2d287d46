//! What a template is but for the names of its variables: two of one shape have the same
//! addresses.

use quote::ToTokens;

use super::address::Piece;
use crate::tool::model::Tool;

/// An address itself; of a template, its text with the types of the variables in the place of
/// their names, as far as they are spelled. What limits a variable makes a template one of its
/// own: whether its addresses are another's as well is seen when the server is built.
pub(crate) fn shape(tool: &Tool) -> String {
    let variable = |name: &String| {
        let param = tool.params.iter().find(|param| param.name == *name)?;
        let limits = &param.options.limits;
        let limited = limits.range.is_some() || limits.length.is_some() || limits.pattern.is_some();
        let ty = param.ty.to_token_stream().to_string();
        let is_text = matches!(&*ty, "String" | "& str" | "PathBuf" | "& Path");
        (!limited).then(|| if is_text { String::new() } else { ty })
    };
    let piece = |piece: &Piece| {
        Some(match piece {
            Piece::Literal(text) => text.clone(),
            Piece::Simple(name) => format!("{{{}}}", variable(name)?),
            Piece::Reserved(name) => format!("{{+{}}}", variable(name)?),
            Piece::Query(names) => {
                let mut names: Vec<_> = names.iter().collect();
                names.sort();
                let each = names
                    .iter()
                    .map(|name| Some(format!("{name}:{}", variable(name)?)));
                format!("{{?{}}}", each.collect::<Option<Vec<_>>>()?.join(","))
            }
        })
    };
    let pieces: Option<String> = tool.address.pieces.iter().map(piece).collect();
    let any_path = if tool.options.any_path { "{any}" } else { "" };
    pieces.map_or_else(|| tool.key.clone(), |pieces| pieces + any_path)
}
