import CameraRoll
import Foundation

extension PickedItemLoader {
    /// Writes files into a new folder, on a thread that may block.
    ///
    /// - Returns: the URLs of the files. If the task is canceled, or a file cannot be written, none is left behind.
    func write(_ files: [NamedFile], of id: AssetID, into folder: URL) async throws(PickerError) -> [URL] {
        let pool = pool
        // Not canceled with this task: files that were written after the folder was removed would stay.
        let written = await Task { () async -> Result<[URL], PickerError> in
            do throws(PickerError) {
                return .success(
                    try await pool.perform { () throws(PickerError) in try files.written(into: folder, of: id) })
            } catch {
                return .failure(error)
            }
        }.value
        do throws(PickerError) {
            let addresses = try written.get()
            guard !Task.isCancelled else { throw .cancelled }
            return addresses
        } catch {
            await remove(folder)
            throw error
        }
    }

    /// Removes a folder with its files, on a thread that may block.
    func remove(_ folder: URL) async {
        let pool = pool
        await Task {
            try? await pool.perform { () throws(PickerError) in try? FileManager.default.removeItem(at: folder) }
        }.value
    }
}

/// A file to be written.
struct NamedFile: Sendable {
    let name: String
    let bytes: [UInt8]
}

extension [NamedFile] {
    /// Creates a folder, writes the files into it, and returns their URLs.
    fileprivate func written(into folder: URL, of id: AssetID) throws(PickerError) -> [URL] {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try map { file in
                let address = folder.appending(path: file.name)
                try Data(file.bytes).write(to: address)
                return address
            }
        } catch {
            throw .cannotWrite(id, reason: ErrorReason(error))
        }
    }
}
