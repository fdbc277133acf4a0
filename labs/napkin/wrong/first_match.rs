// must fail: slip/seeds — takes the first slip within 3 %, not the nearest
use napkin::Slip;

pub fn slip(printed: f64, right: f64) -> Slip {
    let known = [
        (Slip::Right, 1.0),
        (Slip::Gibi, 1.0 / 1.073741824),
        (Slip::Mebi, 1.0 / 1.048576),
        (Slip::Doubled, 2.0),
    ];
    let near = |factor: f64| (printed / right / factor).ln().abs() <= 0.03;
    let first = known.iter().find(|(_, factor)| near(*factor));
    first.map_or(Slip::Unknown, |(slip, _)| *slip)
}
