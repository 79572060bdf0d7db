extension Diagrams {
    /// Lanes by urgency before one thread, whose long reads are cut into slices.
    static var oneDoor: Diagram {
        var door = Diagram(
            "one-door",
            "Readers wait in lanes before one thread; an urgent read goes between two slices of a long one")
        let lanes = [
            ("a screen", "urgent", "job own", 1), ("a list, albums", "normal", "job normal", 2),
            ("preload, counts", "background", "job long", 5),
        ]
        for (number, lane) in lanes.enumerated() {
            let y = Double(number) * 44
            door.add(.rect(0, y, 150, 34, "box"), to: y + 34)
            door.label(12, y + 22, lane.0)
            door.label(164, y + 22, "await", style: "t dim")
            door.add(.rect(206, y + 3, 176, 28, "lane"))
            door.label(214, y + 21, lane.1, style: "t dim")
            for job in 0..<lane.3 { door.add(.rect(364 - Double(job) * 17, y + 9, 13, 16, lane.2)) }
        }
        door.arrow(390, 61, 424, 61)
        door.box(430, 20, 130, 82, "one door", ["urgent first,", "then least left"], style: "box own")
        door.arrow(568, 61, 598, 61)
        door.box(604, 20, Diagram.width - 604, 82, "the library", ["blocks"])
        drawThread(in: &door, from: 156)
        return door
    }

    private static func drawThread(in door: inout Diagram, from top: Double) {
        door.label(0, top + 14, "The thread's time", style: "t strong")
        let slices: [(Double, String)] = [
            (92, "long"), (92, "long"), (30, "own"), (92, "long"), (60, "normal"), (92, "long"), (30, "own"),
            (92, "long"),
        ]
        var x = 0.0
        var urgent: [Double] = []
        for (width, kind) in slices {
            if kind == "own" { urgent.append(x) }
            door.add(.rect(x, top + 42, width, 26, "job \(kind)"))
            x += width + 3
        }
        door.arrow(x, top + 55, Diagram.width, top + 55)
        for (number, place) in urgent.enumerated() {
            // The job arrived in the middle of the previous slice, and waited for its end.
            door.add(.line(place - 40, top + 36, place - 40, top + 74, "asked"))
            if number == 0 { door.label(place - 40, top + 32, "a screen asks", anchor: "middle", style: "t owntext") }
        }
        door.label(0, top + 90, "slices of a long read, about 2 ms each", style: "t dim")
        door.label(urgent[1] + 15, top + 90, "and waits for one slice at most", anchor: "middle", style: "t owntext")
    }
}
