#if canImport(os)
    import Foundation
    import os

    /// An interval of work for Instruments: a turn of the executor, a request for an image, or a transaction of edits.
    ///
    /// Off unless the environment variable `CAMERAROLL_SIGNPOSTS` is set when the process starts; while it is off, an
    /// interval costs one comparison. The intervals are those of the subsystem `CameraRoll`.
    struct WorkInterval: Sendable {
        private struct Begun: Sendable {
            let signposter: OSSignposter
            let name: StaticString
            let state: OSSignpostIntervalState
        }

        private static let signposter: OSSignposter? = {
            guard ProcessInfo.processInfo.environment["CAMERAROLL_SIGNPOSTS"] != nil else { return nil }
            return OSSignposter(subsystem: "CameraRoll", category: "work")
        }()

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
            let state = signposter.beginInterval(name, id: id, "\(detail, privacy: .public)")
            begun = Begun(signposter: signposter, name: name, state: state)
        }

        /// Ends the interval; called once.
        func end() {
            guard let begun else { return }
            begun.signposter.endInterval(begun.name, begun.state)
        }
    }
#else
    /// An interval of work; this system has no Instruments, so it does nothing.
    struct WorkInterval: Sendable {
        /// Does nothing.
        init(_ name: StaticString, _ detail: @autoclosure () -> String) {}

        /// Does nothing.
        func end() {}
    }
#endif
