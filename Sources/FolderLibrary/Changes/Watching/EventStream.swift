#if os(macOS)
import CoreServices
import Dispatch
import Foundation

/// A stream of FSEvents, which tells that something happened in a folder or beneath it, until it is ended.
///
/// It tells of what the app itself does too: a picture that the app saves into the folder by plain calls is to be found
/// like any other. What the library does itself it tells of by the change of its index; the scan that follows finds it
/// as the index has it. But writing into the index must not be told, or each scan would be followed by another one: the
/// folders of the index and of the trash are excluded, and passed over where the system tells of them all the same.
final class EventStream: @unchecked Sendable {  // `stream` never changes, and FSEvents takes calls of any thread.
    private let stream: FSEventStreamRef

    /// What a call of the system is given; the stream keeps it, since a call may be under way when it is ended.
    private final class Receiver: Sendable {
        private let excluded: [String]
        private let handler: @Sendable () -> Void

        init(except excluded: [String], _ handler: @escaping @Sendable () -> Void) {
            (self.excluded, self.handler) = (excluded, handler)
        }

        func receive(_ count: Int, _ paths: UnsafeMutableRawPointer) {
            let paths = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
            let isNews = (0..<count).contains { !isExcluded(String(cString: paths[$0])) }
            if isNews { handler() }
        }

        /// The system names folders, with a slash at the end of their paths.
        private func isExcluded(_ path: String) -> Bool {
            excluded.contains { path == $0 || path.hasPrefix($0 + "/") }
        }
    }

    /// Starts a stream.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - excluded: the paths of at most eight folders of which nothing is told.
    ///   - delay: for how many seconds events are gathered before they are told.
    ///   - handler: called on a queue of the stream's own.
    /// - Returns: nil if the system gives none.
    init?(of folder: String, except excluded: [String], delay: Double, _ handler: @escaping @Sendable () -> Void) {
        let folder = Self.realPath(folder)
        // One that the folder lies in, such as that of an index beside it, would take all events away.
        let excluded = excluded.map(Self.realPath).filter { !Self.lies(folder, in: $0) }
        let receiver = Receiver(except: excluded, handler)
        guard let stream = Self.make(of: folder, delay: delay, receiver) else { return nil }
        self.stream = stream
        FSEventStreamSetExclusionPaths(stream, excluded as CFArray)
        FSEventStreamSetDispatchQueue(stream, DispatchQueue(label: "cameraroll.watch"))
        guard FSEventStreamStart(stream) else {
            FSEventStreamInvalidate(stream)
            FSEventStreamRelease(stream)
            return nil
        }
    }

    /// Whether a folder is another one, or lies in it.
    private static func lies(_ folder: String, in other: String) -> Bool {
        folder == other || folder.hasPrefix(other.hasSuffix("/") ? other : other + "/")
    }

    /// Ends it, which may be done once; a call that is under way ends by itself.
    func end() {
        FSEventStreamStop(stream)
        FSEventStreamInvalidate(stream)
        FSEventStreamRelease(stream)
    }

    private static func make(of folder: String, delay: Double, _ receiver: Receiver) -> FSEventStreamRef? {
        var context = FSEventStreamContext(
            version: 0, info: Unmanaged.passUnretained(receiver).toOpaque(),
            retain: { info in
                guard let info else { return nil }
                return UnsafeRawPointer(Unmanaged<Receiver>.fromOpaque(info).retain().toOpaque())
            },
            release: { info in
                if let info { Unmanaged<Receiver>.fromOpaque(info).release() }
            }, copyDescription: nil)
        // The stream retains the receiver before this returns.
        return withExtendedLifetime(receiver) {
            FSEventStreamCreate(
                nil,
                { _, info, count, paths, _, _ in
                    guard let info else { return }
                    Unmanaged<Receiver>.fromOpaque(info).takeUnretainedValue().receive(count, paths)
                },
                &context, [folder] as CFArray, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), delay,
                FSEventStreamCreateFlags(kFSEventStreamCreateFlagWatchRoot))
        }
    }

    /// The path as the system names it in events, without symbolic links; what is not there yet is so beneath what is.
    private static func realPath(_ path: String) -> String {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        let url = URL(filePath: path)
        let parent = url.deletingLastPathComponent().path
        guard parent.utf8.count < path.utf8.count else { return path }
        return realPath(parent) + "/" + url.lastPathComponent
    }
}
#endif
