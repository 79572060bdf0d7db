/// The jobs that wait to run, by urgency, first in, first out among equals: a pure value.
///
/// A job that has become more urgent stands in two lines; whether a place still counts is for the caller to say.
struct ImageLine {
    private var lines = ImagePriority.allCases.map { _ in RingBuffer<ImageKey>(capacity: 16) }

    /// How many places there are, those included that do not count any more.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    mutating func append(_ key: ImageKey, _ priority: ImagePriority) {
        lines[Int(priority.rawValue)].append(key)
    }

    /// The next job of those whose place counts, the most urgent first.
    mutating func popFirst(
        atLeast least: ImagePriority, where counts: (ImageKey, ImagePriority) -> Bool
    ) -> ImageKey? {
        for priority in ImagePriority.allCases.reversed() where priority >= least {
            while let key = lines[Int(priority.rawValue)].popFirst() {
                if counts(key, priority) { return key }
            }
        }
        return nil
    }

    /// Drops the places that do not count, so that the lines are no longer than there are jobs.
    ///
    /// - Complexity: O(places).
    mutating func dropStalePlaces(where counts: (ImageKey, ImagePriority) -> Bool) {
        var seen: Set<ImageKey> = []
        for priority in ImagePriority.allCases {
            let line = Int(priority.rawValue)
            for _ in 0..<lines[line].count {
                guard let key = lines[line].popFirst() else { break }
                if counts(key, priority), seen.insert(key).inserted { lines[line].append(key) }
            }
        }
    }
}
