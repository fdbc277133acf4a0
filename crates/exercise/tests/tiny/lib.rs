//! A lab as small as a lab can be, for the tests of what is compiled apart.

use lab::{PartSpec, ask, functions};

/// What a call may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Below ten.
    Small,
    /// Ten and above.
    Large,
}

/// What the learner writes.
pub struct Exercise {
    /// The area of a rectangle.
    pub area: fn(u32, u32) -> u32,
    /// Its size.
    pub size: fn(u32) -> Size,
}

/// One part.
pub fn parts() -> Vec<PartSpec> {
    let declared = [
        "pub fn area(w: u32, h: u32) -> u32",
        "pub fn size(area: u32) -> Size",
    ];
    vec![
        functions("one", &declared)
            .asks::<Exercise>("area", "the area of a rectangle", |e, ask| {
                ask!(ask, e.area(2, 3)).is(6u32);
                ask!(ask, e.area(0, 7)).is(0u32);
            })
            .asks::<Exercise>("size", "small and large", |e, ask| {
                ask!(ask, e.size(9)).is(Size::Small);
                ask!(ask, e.size(10)).is(Size::Large);
            }),
    ]
}
