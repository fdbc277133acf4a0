//! Spans of locations against locations each for itself.

use super::*;

/// Numbers without order, the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// What each location remembers.
fn told(shade: &mut Shade) -> Vec<([u32; 3], u32)> {
    shade.part();
    let ids = |at| [0, 1, 2].map(|slot| shade.id(slot, at));
    let by = |ids: [u32; 3], who: u32| {
        (0..3)
            .map(|k| {
                if ids[k] == 0 {
                    0
                } else {
                    thread_of(who, k) << (10 * k)
                }
            })
            .sum()
    };
    (0..shade.len)
        .map(|at| (ids(at), by(ids(at), shade.who[at])))
        .collect()
}

#[test]
fn what_is_remembered_together_is_what_each_would_remember() {
    let mut draw = Draw(1);
    let mut together = 0;
    for _ in 0..2000 {
        let (mut one, mut each) = (Shade::new(64), Shade::apart(64));
        let mut since = Since {
            slice: 1,
            barrier: 1,
            moment: 1,
        };
        for now in 1..1 + draw.below(12) as u32 {
            match draw.below(6) {
                0 => (since.barrier, since.moment) = (now, now),
                1 => {
                    since = Since {
                        slice: now,
                        barrier: now,
                        moment: now,
                    }
                }
                _ => {}
            }
            let kind = if draw.below(2) == 0 { WRITE } else { 0 };
            let me = Me {
                id: now | kind,
                lo: since.slice,
                span: since.barrier - since.slice,
                since,
                kin: false,
                settles: true,
            };
            let (from, n) = (
                16 * draw.below(4) as usize,
                16 * (1 + draw.below(2) as usize),
            );
            let thread = 16 * draw.below(3) as u32;
            let threads: Vec<u32> = (thread..thread + n as u32).collect();
            if !one.together(from, (n, thread), &me) {
                break;
            }
            together += 1;
            let done = match kind {
                0 => each.read_row(from, &threads, &me),
                _ => each.write_row(from, &threads, &me),
            };
            assert!(done, "each would have been looked at");
        }
        assert_eq!(told(&mut one), told(&mut each));
    }
    assert!(together > 2000);
}
