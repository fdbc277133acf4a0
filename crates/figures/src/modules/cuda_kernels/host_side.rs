//! Lesson 2: who waits for whom, in time.

use super::FOLDER;
use crate::motion::Span;
use crate::{Figure, Hue, Look, Rect, Text};

/// The host queues and goes on; it waits in the copy back.
pub fn timeline() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-host-side-timeline",
        "Host and device in time, from the copy in to the copy out",
    )
    .argues(
        "The host copies data to the device, puts the kernel into the queue and goes on at once. The device starts the kernel a \
         little later. The host waits only in the copy back, which begins when the kernel has ended.",
    )
    .high(222.0);
    let axis = figure.axis(Rect::new(70.0, 176.0, 384.0, 0.0), (0.0, 12.0), &[], "time");
    let (host, device, high) = (34.0, 116.0, 30.0);
    figure.write(Text::new("host", 12.0, host + 20.0).bold());
    figure.write(Text::new("device", 12.0, device + 20.0).bold());
    for (span, words, look) in [
        ((0.1, 2.4), "copy", Look::Wash(Hue::A)),
        ((2.6, 2.9), "", Look::Full(Hue::B)),
        ((3.1, 5.5), "free", Look::Outline(Hue::Soft)),
        ((5.7, 8.3), "waits", Look::Dashed),
        ((8.4, 10.6), "copy", Look::Wash(Hue::A)),
    ] {
        figure.span(
            axis,
            Span {
                y: host,
                height: high,
                from: span.0,
                to: span.1,
            },
            words,
            look,
        );
    }
    for (span, words, look) in [
        ((0.3, 2.4), "copy", Look::Wash(Hue::A)),
        ((3.6, 8.2), "kernel", Look::Wash(Hue::B)),
        ((8.4, 10.6), "copy", Look::Wash(Hue::A)),
    ] {
        figure.span(
            axis,
            Span {
                y: device,
                height: high,
                from: span.0,
                to: span.1,
            },
            words,
            look,
        );
    }
    let launch = axis.x(2.75);
    figure.write(Text::new("launch", launch, 24.0).middle().hue(Hue::B));
    figure.arrow((launch, host + high), (axis.x(3.6), device - 2.0), Hue::B);
    figure.say("2 to 10 µs", axis.x(3.7), 98.0);
    figure.write(
        Text::new("cudaMemcpy back", axis.x(8.1), 24.0)
            .middle()
            .mono(),
    );
    figure.write(Text::new("in the queue's order", 70.0, 198.0).soft());
    figure
}
