//! The tables of keys that a course's YAML, its front matter and the braces of its criteria are read by, each with the heading under
//! which docs/reference.md explains it. Nothing goes in.

use super::page::PageKind;
use super::{braces, catalog, device, front, grading, interface, model_spec, plan};

/// The tables, by their headings.
pub(crate) fn tables() -> Vec<(&'static str, Vec<&'static str>)> {
    let menu = interface::MENU.iter().map(|(name, ..)| *name);
    let kinds = PageKind::NAMES.iter().map(|(name, _)| *name);
    vec![
        ("The course", plan::keys()),
        ("A part", plan::PART_KEYS.to_vec()),
        ("A module with a number", plan::MODULE_KEYS.to_vec()),
        ("A stage of labs", plan::STAGE_KEYS.to_vec()),
        ("What a class is graded by", grading::KEYS.to_vec()),
        ("What a lab is worth", grading::LAB_KEYS.to_vec()),
        ("What being late costs", grading::LATE_KEYS.to_vec()),
        ("A path", plan::TRACK_KEYS.to_vec()),
        ("A stop of a path", plan::GROUP_KEYS.to_vec()),
        (
            "An entry of the menu or the foot",
            interface::ENTRY_KEYS.to_vec(),
        ),
        ("Pages that a menu names", menu.collect()),
        ("Light and dark", interface::SCHEMES.to_vec()),
        ("Colours", interface::COLOURS.to_vec()),
        ("Front matter", front::PAGE.to_vec()),
        ("Kinds of page", kinds.collect()),
        ("Criteria", braces::KEYS.to_vec()),
        ("Devices", device::keys()),
        ("Models", model_spec::KEYS.to_vec()),
        ("Papers", catalog::PAPER_KEYS.to_vec()),
        ("Tools", catalog::TOOL_KEYS.to_vec()),
        ("Terms", catalog::TERM_KEYS.to_vec()),
    ]
}
