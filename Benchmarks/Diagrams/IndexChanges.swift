extension Diagrams {
    /// A list in the four steps of its changes, and the positions that each step counts.
    static var indexChanges: Diagram {
        var changes = Diagram(
            "index-changes", "How a change reaches a grid: remove, insert, move, and then reload what has changed")
        let steps: [(title: String, note: String, cells: [(String, String)])] = [
            ("the old list", "", [("A", ""), ("B", "gone"), ("C", ""), ("D", ""), ("E", "")]),
            ("1. removed: 1", "counted in the old list", [("A", ""), ("C", ""), ("D", ""), ("E", "")]),
            (
                "2. inserted: 0", "in the list without the removed",
                [("N", "new"), ("A", ""), ("C", ""), ("D", ""), ("E", "")]
            ),
            (
                "3. moves: from 4 to 1", "from: that list; to: the new one",
                [("N", "new"), ("E", "moved"), ("A", ""), ("C", ""), ("D", "")]
            ),
            (
                "4. changed: 3", "in the new list; after the batch update",
                [("N", "new"), ("E", "moved"), ("A", ""), ("C", "edited"), ("D", "")]
            ),
        ]
        let size = 38.0
        for (number, step) in steps.enumerated() {
            let y = Double(number) * 62 + 18
            changes.label(0, y + 16, step.title, style: "t strong")
            changes.label(0, y + 34, step.note, style: "t dim")
            for (position, cell) in step.cells.enumerated() {
                let x = 300 + Double(position) * (size + 6)
                if number == 0 { changes.label(x + size / 2, 10, "\(position)", anchor: "middle", style: "t dim") }
                changes.add(.rect(x, y, size, size, "cell \(cell.1)"), to: y + size)
                changes.label(x + size / 2, y + 24, cell.0, anchor: "middle", style: "t strong")
            }
        }
        let legend = [("gone", "removed"), ("new", "inserted"), ("moved", "moved"), ("edited", "reloaded")]
        for (number, entry) in legend.enumerated() {
            let y = Double(number) * 26 + 80
            changes.add(.rect(590, y, 16, 16, "cell \(entry.0)"))
            changes.label(614, y + 13, entry.1)
        }
        return changes
    }
}
