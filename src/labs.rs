//! Every lab of the course, in course order.
//!
//! One line a lab: the crate is linked, so lists, hints and starters need no file and no cargo call. A new lab is a
//! crate under `labs/`, a dependency of this package, and a line in `ALL`.

use lab::Lab;

use crate::exit::Failure;

/// The labs, in the order a learner meets them.
pub static ALL: &[&Lab] = &[
    &vector_add::LAB,
    &transpose::LAB,
    &gemm_tiled::LAB,
    &rope::LAB,
];

/// The lab of this name.
///
/// # Errors
/// When there is none; the nearest name is suggested.
pub fn find(name: &str) -> Result<&'static Lab, Failure> {
    let name = name.trim();
    if let Some(lab) = ALL.iter().find(|lab| lab.id == name) {
        return Ok(lab);
    }
    let failure = Failure::wrong_use(format!("no lab is called `{name}`"));
    Err(match nearest(name, ALL.iter().map(|lab| lab.id)) {
        Some(near) => failure.help(format!(
            "did you mean `{near}`? `course list` names them all"
        )),
        None => failure.help("`course list` names them all"),
    })
}

/// The name most like what was typed, when one is alike enough to be worth suggesting.
pub fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .map(|name| {
            let starts = !typed.is_empty() && (name.starts_with(&typed) || typed.starts_with(name));
            let alike = strsim::jaro_winkler(&typed, &name.to_lowercase());
            // What was begun to be typed comes first, and of that the most alike.
            (name, if starts { 0.9 + alike / 10.0 } else { alike })
        })
        .filter(|(_, alike)| *alike >= 0.75)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["vector-add", "transpose", "gemm-tiled", "rope"];
        let near = |typed| nearest(typed, names.into_iter());
        assert_eq!(near("rop"), Some("rope"));
        assert_eq!(near("vectoradd"), Some("vector-add"));
        assert_eq!(near("gemm"), Some("gemm-tiled"));
        assert_eq!(near("zzz"), None);
        assert_eq!(
            nearest("vad", ["vadd/lanes", "vadd", "vadd/order"].into_iter()),
            Some("vadd")
        );
    }
}
