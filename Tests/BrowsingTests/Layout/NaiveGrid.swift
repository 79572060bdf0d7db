import CameraRoll
import CameraRollBrowsing

/// A grid whose cells are placed one after the other: what a geometry has to equal.
struct NaiveGrid {
    struct Row {
        let top: Double
        let section: Int?
        let items: [Int]
    }

    private(set) var rows: [Row] = []
    /// The tops of the headers.
    private(set) var headers: [Double] = []
    private(set) var height = 0.0
    private let layout: GridLayout

    /// - Parameters:
    ///   - counts: the numbers of assets of the sections; nil for a grid without sections.
    ///   - total: the number of assets.
    init(_ counts: [Int]?, total: Int, _ layout: GridLayout, leading: Int) {
        self.layout = layout
        var (item, top) = (0, 0.0)
        func add(_ count: Int, section: Int?) {
            var rest = count
            while rest > 0 {
                let length = min(rest, layout.columns)
                rows.append(Row(top: top, section: section, items: Array(item..<item + length)))
                height = top + layout.cellHeight
                (item, rest, top) = (item + length, rest - length, top + layout.cellHeight + layout.spacing)
            }
        }
        add(counts == nil ? leading + total : leading, section: nil)
        for (section, count) in (counts ?? []).enumerated() {
            headers.append(top)
            top += layout.headerHeight
            add(count, section: section)
        }
    }

    func rows(in visible: Range<Double>) -> [Int] {
        rows.indices.filter {
            rows[$0].top + layout.cellHeight > visible.lowerBound && rows[$0].top < visible.upperBound
        }
    }

    /// The item whose cell contains a point.
    func item(atLeft left: Double, top: Double) -> Int? {
        for row in rows where row.top <= top && top < row.top + layout.cellHeight {
            for (column, item) in row.items.enumerated() {
                let start = Double(column) * (layout.cellWidth + layout.spacing)
                if start <= left, left < start + layout.cellWidth { return item }
            }
        }
        return nil
    }
}
