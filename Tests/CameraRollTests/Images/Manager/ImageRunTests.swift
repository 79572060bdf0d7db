import Testing

@testable import CameraRoll

/// Who comes first to a run: the one who starts it, the one who cancels it, or its source.
@Suite struct ImageRunTests {
    private static func run() -> ImageRun {
        ImageRun(ImageJobs.RunID(number: 1), priority: .prefetch)
    }

    /// Notes what was done to a source or a place in line.
    private final class Notes: Sendable {
        private let notes = Lock<[String]>([])
        var all: [String] { notes.withLock { $0 } }

        func control(_ name: String) -> ImageRun.Control {
            ImageRun.Control(
                cancel: { [self] in notes.withLock { $0.append("cancel \(name)") } },
                setPriority: { [self] priority in notes.withLock { $0.append("\(name) \(priority)") } })
        }
    }

    @Test func `Only the first who claims a run starts it, and nobody once it is cancelled`() {
        let run = Self.run()
        #expect(run.claim() && !run.claim())
        #expect(run.begin() && !run.begin())
        let cancelled = Self.run()
        cancelled.cancel()
        #expect(!cancelled.claim() && !cancelled.begin())
    }

    // Submitter                    Thread of the pool
    // ---------                    ------------------
    // submits the work
    //                              begins it, learns how to cancel it at the source
    // says how to take it off
    //                              (must not replace the former)
    @Test func `How to take work off the line does not replace how to cancel it at its source`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() && run.begin())
        run.setControl(notes.control("source"), in: .begun)
        run.setControl(notes.control("line"), in: .claimed)
        run.cancel()
        #expect(notes.all == ["source prefetch", "cancel source"])
    }

    @Test func `What can be done to a run that was cancelled meanwhile is done at once`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim())
        run.cancel()
        run.setControl(notes.control("line"), in: .claimed)
        run.cancel()
        #expect(notes.all == ["cancel line"])
    }

    @Test func `A change of urgency reaches the line, also where it came before the place in it`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.setPriority(.visible))
        #expect(run.claim())
        run.setControl(notes.control("line"), in: .claimed)
        #expect(!run.setPriority(.background))
        #expect(notes.all == ["line visible", "line background"])
    }

    @Test func `A run that has ended is not cancelled any more`() {
        let (run, notes) = (Self.run(), Notes())
        #expect(run.claim() && run.begin())
        run.setControl(notes.control("source"), in: .begun)
        run.finish()
        run.cancel()
        #expect(notes.all == ["source prefetch"])
    }
}
