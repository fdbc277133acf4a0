// must fail: method/cards — takes 8 and 4 bits, without scales
use eight_numbers::Format;

pub fn method(params: f64, room: f64) -> Option<Format> {
    let formats = [(Format::Bf16, 16.0), (Format::Q8_0, 8.0), (Format::Q4KM, 4.0)];
    let fits = formats.iter().find(|(_, bits)| params * bits / 8.0 <= room);
    fits.map(|(format, _)| *format)
}
