#if canImport(os)
    import Foundation
    import os

    /// An interval of work for Instruments: a turn of the executor, a request for an image, or a transaction of edits.
    ///
    /// Off unless the environment variable `CAMERAROLL_SIGNPOSTS` is set when the process starts; while it is off, an
    /// interval costs one comparison. The intervals are those of the subsystem `CameraRoll`.
    struct WorkInterval: Sendable {
        private struct Begun: Sendable {
            let name: StaticString
            /// The raw value of the signpost's identifier: the state that the system returns may not be sent.
            let id: UInt64
        }

        private static let signposter: OSSignposter? = {
            guard ProcessInfo.processInfo.environment["CAMERAROLL_SIGNPOSTS"] != nil else { return nil }
            return OSSignposter(subsystem: "CameraRoll", category: "work")
        }()

        /// Whether intervals are on.
        static var isOn: Bool { signposter != nil }

        private let begun: Begun?

        /// Begins an interval.
        ///
        /// - Parameters:
        ///   - name: the kind of work.
        ///   - detail: the work itself; determined only if intervals are on.
        init(_ name: StaticString, _ detail: @autoclosure () -> String) {
            guard let signposter = Self.signposter else {
                begun = nil
                return
            }
            let (id, detail) = (signposter.makeSignpostID(), detail())
            _ = signposter.beginInterval(name, id: id, "\(detail, privacy: .public)")
            begun = Begun(name: name, id: id.rawValue)
        }

        /// Ends the interval; called once.
        func end() {
            guard let begun, let signposter = Self.signposter else { return }
            signposter.endInterval(begun.name, .beginState(id: OSSignpostID(begun.id)))
        }
    }
#else
    /// An interval of work; this system has no Instruments, so it does nothing.
    struct WorkInterval: Sendable {
        /// Always false.
        static var isOn: Bool { false }

        /// Does nothing.
        init(_ name: StaticString, _ detail: @autoclosure () -> String) {}

        /// Does nothing.
        func end() {}
    }
#endif
