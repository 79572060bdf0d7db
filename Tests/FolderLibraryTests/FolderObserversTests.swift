#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Testing

@testable import FolderLibrary

/// The libraries that are notified when a folder changes.
@Suite struct FolderObserversTests {
    private final class Library {}

    @Test func `Libraries are notified in the order in which they began to observe`() {
        let observers = FolderObservers()
        let notified = Lock<[Int]>([])
        let libraries = (0..<40).map { _ in Library() }
        for (number, library) in libraries.enumerated() {
            observers.set(ChangeSignal { notified.withLock { $0.append(number) } }, for: library)
        }
        observers.set(nil, for: libraries[7])
        observers.set(ChangeSignal { notified.withLock { $0.append(100) } }, for: libraries[3])
        observers.tell()
        #expect(notified.withLock(\.self) == Array(0..<40).filter { $0 != 7 && $0 != 3 } + [100])
    }
}
#endif
