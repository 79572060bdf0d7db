import Dispatch
public import Foundation

/// Originals as files: for videos, which are too long for memory.
extension CachingImageManager {
    /// Writes a resource to a new file, byte for byte, and keeps none of it in memory.
    ///
    /// ```swift
    /// let film = try await images.videoResource(for: asset, version: .current)
    /// try await images.write(film, to: url, isNetworkAccessAllowed: true)
    /// ```
    ///
    /// The file appears complete or not at all, unless the system loses its power.
    ///
    /// - Parameters:
    ///   - resource: the resource to write.
    ///   - file: the new file; it must not exist, and its folder must.
    ///   - isNetworkAccessAllowed: whether the resource may be downloaded; false by default.
    ///   - onProgress: called with the fraction of a download that has arrived, 0 to 1 and increasing, on any thread.
    /// - Throws: `.networkRequired`, `.networkFailed`, `.notEnoughSpace`, `.timedOut`, `.cancelled`, `.invalidArgument`
    ///   if the file exists, or the reason why nothing could be read or written.
    public nonisolated func write(
        _ resource: AssetResource, to file: URL, isNetworkAccessAllowed: Bool = false,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) {
        guard !Task.isCancelled else { throw .cancelled }
        let (reads, end) = (resources, Lock((isNamed: false, isRefused: false)))
        do throws(ImageError) {
            try await reads.perform(for: resource.asset) { source, call throws(ImageError) in
                let draft = try DraftFile(for: file, of: resource.asset)
                defer { draft.remove() }
                let receiver = ResourceReceiver(call, draft, onProgress: onProgress) { [weak reads] in
                    reads?.noteSign()
                }
                try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
                guard !call.isOver else { throw .cancelled }
                try draft.finish()
                let isRefused = end.withLock { end in
                    end.isNamed = true
                    return end.isRefused
                }
                if isRefused { try? FileManager.default.removeItem(at: file) }
            }
        } catch {
            // The call may have ended, or the permission been narrowed, when the file had its name already: a caller
            // that gets an error does not find a file. One that is named later is removed by the read.
            let isNamed = end.withLock { end in
                end.isRefused = true
                return end.isNamed
            }
            if isNamed { await remove(file) }
            throw error
        }
    }
}

/// Removes a file on a thread that may wait for the disk.
private func remove(_ file: URL) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .utility).async {
            try? FileManager.default.removeItem(at: file)
            continuation.resume()
        }
    }
}

/// The receiver of a resource's bytes.
protocol ResourceCollector: Sendable {
    /// Takes the next bytes.
    func append(_ bytes: ArraySlice<UInt8>) throws(ImageError)
    /// Whether a fraction is valid, and greater than the last one.
    func isProgress(_ fraction: Double) -> Bool
}

/// A file that is written beside the one that it becomes.
private final class DraftFile: ResourceCollector {
    private let asset: AssetID
    private let file: URL
    private let draft: URL
    /// Nil once the draft is closed: what arrives later is dropped.
    private let handle: Lock<FileHandle?>
    private let progress = Lock(-Double.infinity)

    init(for file: URL, of asset: AssetID) throws(ImageError) {
        (self.file, self.asset) = (file, asset)
        // Before a long download.
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .invalidArgument(InvalidArgument("file", file.path, allowed: "the name of a new file"))
        }
        draft = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
        do {
            try Data().write(to: draft, options: .withoutOverwriting)
            handle = Lock(try FileHandle(forWritingTo: draft))
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw ImageError(writing: asset, error)
        }
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageError) {
        do {
            try handle.withLock { try $0?.write(contentsOf: Data(bytes)) }
        } catch {
            throw ImageError(writing: asset, error)
        }
    }

    func isProgress(_ fraction: Double) -> Bool {
        progress.withLock { progress in
            guard fraction > progress, (0...1).contains(fraction) else { return false }
            progress = fraction
            return true
        }
    }

    /// Gives the file its name; fails if there is one of that name.
    func finish() throws(ImageError) {
        do {
            try handle.withLock { $0.take() }?.close()
            try FileManager.default.moveItem(at: draft, to: file)
        } catch {
            throw ImageError(writing: asset, error)
        }
    }

    /// Removes what has no name yet.
    func remove() {
        try? handle.withLock { $0.take() }?.close()
        try? FileManager.default.removeItem(at: draft)
    }
}

extension ImageError {
    /// The error for a file that could not be written.
    fileprivate init(writing asset: AssetID, _ error: any Error) {
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace || (error as? POSIXError)?.code == .ENOSPC
        self = isFull ? .notEnoughSpace(asset) : .failed(asset, reason: ErrorReason(error))
    }
}
