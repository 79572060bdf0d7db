#if FolderLibrary || canImport(Darwin)
    import CameraRoll
    import FolderLibrary
    import Foundation

    /// Opening an indexed folder: its count and its first 100 assets, through a library that was not open before.
    struct FolderOpening {
        let folder: URL
        /// The folder of the index.
        let index: URL

        var configuration: FolderConfiguration {
            var configuration = FolderConfiguration()
            configuration.index = .folder(index)
            configuration.followsFolder = false
            return configuration
        }

        /// Opens the library once, and returns the time in nanoseconds with what was opened.
        func open() async throws -> (UInt64, LibraryAccess, PhotoRepository, AssetSnapshot) {
            let photoFolder = PhotoFolder(at: folder, configuration: configuration)
            let start = uptime()
            let access = LibraryAccess(.folder(photoFolder), executor: LibraryExecutor(label: "folder"))
            let photos = PhotoRepository(access: access)
            let snapshot = try await photos.snapshot()
            blackHole(try await photos.assets(in: 0..<min(100, snapshot.count), of: snapshot))
            return (uptime() - start, access, photos, snapshot)
        }
    }

    // MARK: In a new process

    extension FolderOpening {
        private static let argument = "open-folder-once"

        #if os(macOS) || os(Linux)
            /// Opens the library in a new process of this executable.
            ///
            /// - Returns: the time of the opening in nanoseconds, without that of the process's start.
            func openInNewProcess() async throws -> UInt64 {
                let arguments = [Self.argument, folder.path, index.path]
                let printed = try await onThread { () throws -> String in
                    let process = Process()
                    let output = Pipe()
                    process.executableURL = Bundle.main.executableURL
                    process.arguments = arguments
                    process.standardOutput = output
                    try process.run()
                    let data = try output.fileHandleForReading.readToEnd() ?? Data()
                    process.waitUntilExit()
                    return String(decoding: data, as: UTF8.self)
                }
                guard let time = UInt64(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                    throw BenchmarkFailure("A new process could not open the folder: \(printed)")
                }
                return time
            }
        #endif

        /// Prints the time of one opening, which is all that the new process does.
        ///
        /// - Returns: false if the arguments are not for it.
        static func runIfAsked(_ arguments: [String]) async throws -> Bool {
            guard arguments.count == 3, arguments[0] == argument else { return false }
            let opening = FolderOpening(folder: URL(filePath: arguments[1]), index: URL(filePath: arguments[2]))
            let (time, access, _, _) = try await opening.open()
            print(time)
            await access.close()
            return true
        }
    }
#endif
