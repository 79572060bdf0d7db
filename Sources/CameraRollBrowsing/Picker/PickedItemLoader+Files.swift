import CameraRoll
import Foundation

extension PickedItemLoader {
    /// Writes files into a folder that is made for them, on a thread that may block.
    ///
    /// - Returns: the addresses of the files. If the task is canceled, or a file cannot be written, none is left.
    func write(_ files: [NamedFile], of id: AssetID, into folder: URL) async throws(PickerError) -> [URL] {
        let pool = pool
        // Not canceled with this task: what is written after the folder was removed would stay.
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
    /// Writes the files into a folder, which is made, and returns their addresses.
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
