//! How a shape looks: its colour, by the name of a variable, and how it is filled.
//!
//! In: a `Look`. Out: attributes of an SVG shape. No colour is written any other way. Areas that differ in colour differ in
//! hatch too, so that grey print and the colour-blind tell them apart.

/// The site's colours for figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hue {
    /// Text and what is drawn as firmly.
    Ink,
    /// What explains: notes, axes, hollow things.
    Soft,
    /// Rules and frames that carry no meaning.
    Line,
    /// The first of four things to be told apart. Its areas are plain.
    A,
    /// The second; hatched upwards.
    B,
    /// The third; dotted.
    C,
    /// The fourth; hatched downwards.
    D,
    /// What is as it should be. Its areas are plain.
    Good,
    /// What is not; crossed.
    Bad,
}

impl Hue {
    /// The name behind `--fig-`.
    pub fn name(self) -> &'static str {
        match self {
            Hue::Ink => "ink",
            Hue::Soft => "soft",
            Hue::Line => "line",
            Hue::A => "a",
            Hue::B => "b",
            Hue::C => "c",
            Hue::D => "d",
            Hue::Good => "good",
            Hue::Bad => "bad",
        }
    }

    /// The colour as a value: `var(--fig-a)`.
    pub fn value(self) -> String {
        format!("var(--fig-{})", self.name())
    }

    /// The lines of its hatch in a tile of 8 units; none where its areas are plain.
    pub fn hatch(self) -> Option<&'static str> {
        match self {
            Hue::B => Some("M-2 2L2 -2M0 8L8 0M6 10L10 6"),
            Hue::C => Some("M3 4h2"),
            Hue::D => Some("M-2 6L2 10M0 0L8 8M6 -2L10 2"),
            Hue::Bad => Some("M0 0L8 8M0 8L8 0"),
            Hue::Ink | Hue::Soft | Hue::Line | Hue::A | Hue::Good => None,
        }
    }
}

/// How a shape is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Not taken part in: an outline and nothing in it.
    Hollow,
    /// Not there yet, or not any more: a broken outline.
    Dashed,
    /// An outline of this colour.
    Outline(Hue),
    /// Full of colour: for small things without text on them.
    Full(Hue),
    /// A tint with the colour's hatch and outline: for areas, also under text.
    Wash(Hue),
}

impl Look {
    /// The attributes of a shape, and whether they name the pattern of a hatch.
    pub(crate) fn attributes(self, stem: &str) -> (String, Option<Hue>) {
        let outline = |hue: Hue| format!("fill=\"none\" stroke=\"{}\"", hue.value());
        match self {
            Look::Hollow => (outline(Hue::Soft), None),
            Look::Dashed => (outline(Hue::Soft) + " stroke-dasharray=\"4 3\"", None),
            Look::Outline(hue) => (outline(hue), None),
            Look::Full(hue) => {
                let colour = hue.value();
                (format!("fill=\"{colour}\" stroke=\"{colour}\""), None)
            }
            Look::Wash(hue) if hue.hatch().is_some() => {
                let fill = format!("fill=\"url(#{stem}-{})\"", hue.name());
                (format!("{fill} stroke=\"{}\"", hue.value()), Some(hue))
            }
            Look::Wash(hue) => {
                let colour = hue.value();
                let fill = format!("fill=\"{colour}\" fill-opacity=\".16\" stroke=\"{colour}\"");
                (fill, None)
            }
        }
    }
}

/// The pattern of a hatch, by the id that `Look` names.
pub(crate) fn pattern(stem: &str, hue: Hue) -> String {
    let (name, colour) = (hue.name(), hue.value());
    let lines = hue.hatch().unwrap_or_default();
    format!(
        "<pattern id=\"{stem}-{name}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h8v8h-8z\" fill=\"{colour}\" fill-opacity=\".1\"/><path d=\"{lines}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-opacity=\".3\"/></pattern>\n"
    )
}
