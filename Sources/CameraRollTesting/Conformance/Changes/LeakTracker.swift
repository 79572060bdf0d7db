import CameraRoll

/// What was opened and fetched, without keeping it alive: so it can be told what outlived its library.
final class LeakTracker: @unchecked Sendable {  // Its list is touched on the library executor only, as what it lists.
    private struct Remnant {
        let opening: Int
        weak var object: AnyObject?
    }

    private var remnants: [Remnant] = []
    private var opening = 0

    /// Notes a library that was opened.
    func begin(with library: any PhotoLibrary) {
        opening += 1
        note(library)
    }

    /// Notes something of the library that is open now.
    func note(_ object: AnyObject) {
        remnants.append(Remnant(opening: opening, object: object))
    }

    /// How many libraries and results of earlier openings are still alive.
    var survivors: Int {
        remnants.count { $0.opening < opening && $0.object != nil }
    }
}
