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
        /// The task of a new process.
        private enum Errand: String {
            case open = "open-folder-once"
            case index = "index-folder-once"
        }

        #if os(macOS) || os(Linux)
            /// Opens the library in a new process of this executable.
            ///
            /// - Returns: the duration of the opening in nanoseconds, without the start of the process.
            func openInNewProcess() async throws -> UInt64 {
                let printed = try await printed(by: .open)
                guard let time = UInt64(printed) else {
                    throw BenchmarkFailure("A new process could not open the folder: \(printed)")
                }
                return time
            }

            /// Indexes the folder in a new process, from nothing.
            ///
            /// - Returns: the maximum growth of its memory, in bytes; nil if the system does not report it.
            func memoryOfIndexing() async throws -> Int? {
                Int(try await printed(by: .index))
            }

            private func printed(by errand: Errand) async throws -> String {
                let arguments = [errand.rawValue, folder.path, index.path]
                return try await onThread { () throws -> String in
                    let process = Process()
                    let output = Pipe()
                    process.executableURL = Bundle.main.executableURL
                    process.arguments = arguments
                    process.standardOutput = output
                    try process.run()
                    let data = try output.fileHandleForReading.readToEnd() ?? Data()
                    process.waitUntilExit()
                    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                }
            }
        #endif

        /// Prints the one figure for which a new process is started.
        ///
        /// - Returns: false if the arguments are not meant for it.
        static func runIfAsked(_ arguments: [String]) async throws -> Bool {
            guard arguments.count == 3, let errand = Errand(rawValue: arguments[0]) else { return false }
            let opening = FolderOpening(folder: URL(filePath: arguments[1]), index: URL(filePath: arguments[2]))
            switch errand {
            case .open:
                let (time, access, _, _) = try await opening.open()
                print(time)
                await access.close()
            case .index:
                let before = residentBytes()
                try await PhotoFolder(at: opening.folder, configuration: opening.configuration).index()
                    .waitUntilFinished()
                if let before, let peak = peakResidentBytes() { print(peak - before) }
            }
            return true
        }
    }
#endif
