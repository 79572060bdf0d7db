#if FolderLibrary && os(Linux)
    import Foundation

    /// Makes thumbnails with `vipsthumbnail`, the command of libvips: several single-threaded processes share the
    /// photos.
    struct VipsThumbnails: Sendable {
        private let paths: [String]
        private let processes: Int

        init(_ paths: [String], _ processes: Int) {
            (self.paths, self.processes) = (paths, processes)
        }

        private static let command: String? = {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            return folders.map { "\($0)/vipsthumbnail" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }()

        /// Whether the command is installed; otherwise the comparison is left out.
        static var isInstalled: Bool { command != nil }

        /// Makes thumbnails of all photos that fit a square, in a file format without an encoder.
        func make(_ side: Int) async throws {
            let folder = NSTemporaryDirectory() + "/cameraroll-vips-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await withThrowingTaskGroup { group in
                for number in 0..<processes {
                    group.addTask { try await onThread { try run(number, side, into: folder) } }
                }
                try await group.waitForAll()
            }
        }

        private func run(_ number: Int, _ side: Int, into folder: String) throws {
            let own = paths.enumerated().filter { $0.offset % processes == number }.map(\.element)
            guard let command = Self.command, !own.isEmpty else { return }
            let process = Process()
            process.executableURL = URL(filePath: command)
            process.arguments = ["--size", "\(side)x\(side)", "-o", "\(folder)/%s.ppm"] + own
            process.environment = ProcessInfo.processInfo.environment.merging(["VIPS_CONCURRENCY": "1"]) { $1 }
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
        }
    }
#endif
