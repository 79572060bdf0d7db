import CameraRoll

/// Weak references to opened libraries and fetched results, to find those that outlive their library.
final class LeakTracker: @unchecked Sendable {  // The list and its objects are used only on the library executor.
    private struct Remnant {
        let opening: Int
        weak var object: AnyObject?
    }

    private var remnants: [Remnant] = []
    private var opening = 0

    /// Records an opened library.
    func begin(with library: any PhotoLibrary) {
        opening += 1
        note(library)
    }

    /// Records an object of the library that is open now.
    func note(_ object: AnyObject) {
        remnants.append(Remnant(opening: opening, object: object))
    }

    /// The number of libraries and results of earlier openings that are still alive.
    var survivors: Int {
        remnants.count { $0.opening < opening && $0.object != nil }
    }
}
