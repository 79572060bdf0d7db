import CameraRoll

/// A cell's appearance on the screen.
struct Appearance: Sendable {
    let position: Int
    let phase: Int
    let appeared: UInt64
    /// The time at which a degraded image was available; nil if none came before the final one.
    var degraded: UInt64?
    /// The time at which its final image was available; nil if it never was.
    var final: UInt64?
    /// The time at which it left the screen; nil if it is there at the end.
    var left: UInt64?

    /// Whether the image was available when the cell was first shown.
    var wasFinalAtOnce: Bool { final == appeared }

    /// The time without its image, from an uptime on; until it left or the run ended if it never got the image.
    func wait(from start: UInt64 = 0, end: UInt64) -> UInt64 {
        let start = max(start, appeared)
        return max(final ?? left ?? end, start) - start
    }
}

/// The present and former cells on the screen.
@MainActor final class ScrollCells {
    private struct Cell {
        let number: Int
        let task: Task<Void, Never>?
        /// The final image, held while the cell is on the screen.
        var image: DecodedImage?
    }

    private let feed: any ImageFeed
    /// Whether a picture that cannot be shown, like some real ones, leaves its cell empty instead of ending the run.
    private let toleratesFailures: Bool
    private var cells: [Int: Cell] = [:]
    private(set) var appearances: [Appearance] = []
    /// The number of running tasks that await an image.
    private(set) var tasks = 0
    private(set) var failure: (any Error)?
    /// The size of the images held by cells on the screen, whether or not they are cached, in bytes.
    private var bytes = 0
    /// The maximum of this size.
    private(set) var highestBytes = 0

    init(_ feed: any ImageFeed, toleratesFailures: Bool) {
        (self.feed, self.toleratesFailures) = (feed, toleratesFailures)
    }

    /// Removes cells that have left the screen, and configures new ones.
    func show(_ visible: Range<Int>, isForward: Bool, phase: Int) {
        for (position, cell) in cells where !visible.contains(position) {
            cells[position] = nil
            cell.task?.cancel()
            bytes -= cell.image?.cost ?? 0
            appearances[cell.number].left = uptime()
            feed.cellDisappeared(at: position)
        }
        for position in visible where cells[position] == nil {
            cells[position] = appear(at: position, isForward: isForward, phase: phase)
        }
    }

    /// Removes all cells.
    func end() {
        cells.values.forEach { $0.task?.cancel() }
        cells = [:]
        bytes = 0
    }

    private func appear(at position: Int, isForward: Bool, phase: Int) -> Cell {
        let number = appearances.count
        var appearance = Appearance(position: position, phase: phase, appeared: uptime())
        feed.cellAppeared(at: position, isForward: isForward)
        let image = feed.cachedImage(at: position)
        if image != nil { appearance.final = appearance.appeared }
        appearances.append(appearance)
        count(image)
        return Cell(number: number, task: image == nil ? load(position, number) : nil, image: image)
    }

    private func count(_ image: DecodedImage?) {
        bytes += image?.cost ?? 0
        highestBytes = max(highestBytes, bytes)
    }

    private func load(_ position: Int, _ number: Int) -> Task<Void, Never> {
        tasks += 1
        return Task {
            defer { tasks -= 1 }
            do {
                let image = try await feed.image(at: position) {
                    if !Task.isCancelled { appearances[number].degraded = uptime() }
                }
                guard !Task.isCancelled else { return }
                appearances[number].final = uptime()
                cells[position]?.image = image
                count(image)
            } catch {
                if (error as? ImageError) != .cancelled, !toleratesFailures { failure = failure ?? error }
            }
        }
    }
}
