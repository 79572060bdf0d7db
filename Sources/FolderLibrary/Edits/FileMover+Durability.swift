#if FolderLibrary || canImport(Darwin)
import CameraRoll

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FileMover {
    /// Waits until the new names of moved files are on disk, and their old names are removed there.
    ///
    /// Folders that gained a name come first, so that no file is ever without a name on disk. A removed folder
    /// needs no flush.
    func synchronize(_ moves: [FileMove]) throws {
        var seen: Set<[UInt8]> = []
        for path in moves.map(\.goal) + moves.map(\.origin) {
            guard let (folder, name) = try existingParent(of: path) else { continue }
            let names = Array(path.dropLast(name.count + 1))
            guard seen.insert(names).inserted else { continue }
            try folder.synchronize()
            try hooks.took(.folderSynced(String(decoding: names, as: UTF8.self)))
        }
    }

    private func existingParent(of path: [UInt8]) throws(SystemError) -> (folder: OpenFolder, name: [UInt8])? {
        do throws(SystemError) {
            return try parent(of: path)
        } catch {
            guard [ENOENT, ENOTDIR, ELOOP, EINVAL].contains(error.code) else { throw error }
            return nil
        }
    }
}
#endif
