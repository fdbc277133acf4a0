//! Rectangles.

use tiny::Size;

/// The area of a rectangle.
pub fn area(w: u32, h: u32) -> u32 {
    //@solution
    w * h
    //@starter
    //| todo!()
    //@end
}

/// Large from ten on.
pub fn size(area: u32) -> Size {
    //@solution
    if area < 10 { Size::Small } else { Size::Large }
    //@starter
    //| todo!()
    //@end
}
