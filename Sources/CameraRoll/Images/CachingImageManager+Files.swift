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
    /// The file appears complete or not at all.
    ///
    /// - Parameters:
    ///   - resource: the resource to write.
    ///   - file: the new file; it must not exist, and its folder must.
    ///   - isNetworkAccessAllowed: whether the resource may be downloaded; false by default.
    ///   - onProgress: called with the fraction of a download that has arrived, 0 to 1 and increasing, on any thread.
    /// - Throws: `.networkRequired`, `.networkFailed`, `.notEnoughSpace`, `.timedOut`, `.cancelled`, or the reason why
    ///   nothing could be read or written.
    public nonisolated func write(
        _ resource: AssetResource, to file: URL, isNetworkAccessAllowed: Bool = false,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) {
        guard !Task.isCancelled else { throw .cancelled }
        let reads = resources
        try await reads.perform(for: resource.asset) { source, call throws(ImageError) in
            let draft = try DraftFile(for: file, of: resource.asset)
            defer { draft.remove() }
            let receiver = ResourceReceiver(call, draft, onProgress: onProgress) { [weak reads] in reads?.noteSign() }
            try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
            // A caller that no longer waits does not find a file.
            guard !call.isOver else { throw .cancelled }
            try draft.finish()
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
    private let handle: FileHandle
    private let progress = Lock(-Double.infinity)

    init(for file: URL, of asset: AssetID) throws(ImageError) {
        (self.file, self.asset) = (file, asset)
        draft = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
        do {
            try Data().write(to: draft, options: .withoutOverwriting)
            handle = try FileHandle(forWritingTo: draft)
        } catch {
            throw ImageError(writing: asset, error)
        }
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageError) {
        do {
            try handle.write(contentsOf: Data(bytes))
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
            try handle.close()
            try FileManager.default.moveItem(at: draft, to: file)
        } catch {
            throw ImageError(writing: asset, error)
        }
    }

    /// Removes what has no name yet.
    func remove() {
        try? handle.close()
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
