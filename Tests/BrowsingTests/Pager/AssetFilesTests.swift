import CameraRollTesting
import CoreTestSupport
import Foundation
import PhotoMetadata
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// What is known about an asset, its files for another app, and what a menu may do with it.
@MainActor @Suite(.timeLimit(.hang)) struct AssetFilesTests {
    /// A directory of a test, which is removed with it.
    private final class Directory {
        let url = URL.temporaryDirectory.appending(path: "AssetFilesTests-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: url) }

        var files: [String] {
            (FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? []).filter {
                $0.contains(".")
            }
        }
    }

    private func assets(_ subject: GridSubject) async throws -> [MediaAsset] {
        let list = try #require(subject.grid.snapshot)
        return try await subject.finish { [photos = subject.manager.photos] in
            try await photos.assets(in: 0..<40, of: list)
        }
    }

    @Test func `The date is there at once, and the file, its size and its metadata once they were read`() async throws {
        let subject = try GridSubject(assets: 100)
        await subject.open()
        let all = try await assets(subject)
        let asset = try #require(all.first { $0.mediaType == .image && $0.creationDate != nil })
        let info = AssetInfo(of: asset, in: subject.manager, images: subject.images)
        let locale = Locale(identifier: "en")
        #expect(info.lines(in: locale).map(\.id) == [.infoDate, .infoPixels])
        try await subject.finish { await info.load() }
        let lines = info.lines(in: locale)
        #expect(Array(lines.map(\.id).prefix(4)) == [.infoDate, .infoFile, .infoSize, .infoPixels])
        #expect(Set(lines.map(\.id)).count == lines.count)
        let files = try await subject.finish { [images = subject.images] in try await images.resources(of: asset) }
        #expect(lines[1].text == Phrase(.plainText, .text(files[0].fileName ?? "")))
        #expect(lines[2].text == Phrase(.plainNumber, .bytes(files[0].byteCount ?? 0)))
        if let metadata = info.metadata, metadata.gps.latitude != nil {
            #expect(lines.contains { $0.id == .infoPlace })
        }
    }

    @Test func `Of an asset that is gone, what was known stays`() async throws {
        let subject = try GridSubject(assets: 10)
        await subject.open()
        let info = AssetInfo(
            of: MediaAsset(id: "gone", pixelWidth: 3, pixelHeight: 2), in: subject.manager, images: subject.images)
        try await subject.finish { await info.load() }
        #expect(
            info.lines(in: Locale(identifier: "zh")).map(\.text) == [Phrase(.infoPixelSize, .number(3), .number(2))])
    }

    @Test func `The files of an asset are written under their names, and removed`() async throws {
        let (subject, directory) = (try GridSubject(assets: 100), Directory())
        await subject.open()
        for asset in try await assets(subject).prefix(12) where asset.mediaType != .unknown {
            let share = AssetShare(of: asset, in: subject.manager, images: subject.images, directory: directory.url)
            let files = try await subject.finish { try await share.files() }
            #expect(files.count == (asset.mediaSubtypes.contains(.livePhoto) ? 2 : 1))
            let expected = try await subject.finish { [images = subject.images] in try await images.resources(of: asset)
            }
            #expect(files.map(\.lastPathComponent) == expected.prefix(files.count).map { $0.fileName ?? "" })
            #expect(
                try files.map { try Data(contentsOf: $0).count }
                    == expected.prefix(files.count).map { $0.byteCount ?? 0 })
            try await subject.finish { await share.remove() }
            #expect(directory.files == [])
        }
    }

    @Test func `Without its place, a file has none, or is not written`() async throws {
        let (subject, directory) = (try GridSubject(assets: 100), Directory())
        await subject.open()
        for asset in try await assets(subject).prefix(12) where asset.mediaType == .image {
            let share = AssetShare(of: asset, in: subject.manager, images: subject.images, directory: directory.url)
            let outcome = try await subject.finish { () async -> Result<[URL], PickerError> in
                do throws(PickerError) {
                    return .success(try await share.withoutPlace.files())
                } catch {
                    return .failure(error)
                }
            }
            switch outcome {
            case .success(let files):
                #expect(files.count == (asset.mediaSubtypes.contains(.livePhoto) ? 2 : 1))
                #expect(try files.allSatisfy { try ImageMetadata(Array(try Data(contentsOf: $0))).place == nil })
            case .failure(.cannotRemoveMetadata): break
            case .failure(let error): Issue.record(error)
            }
        }
    }

    //   the user                 the share
    //   --------                 ---------
    //                            waits for the library
    //   cancels
    //                            ends as canceled; nothing is left
    @Test func `A share that is canceled leaves no file`() async throws {
        let (subject, directory) = (try GridSubject(assets: 100), Directory())
        await subject.open()
        let all = try await assets(subject)
        let asset = try #require(all.first { $0.mediaType == .image })
        let share = AssetShare(of: asset, in: subject.manager, images: subject.images, directory: directory.url)
        let error = try await subject.finish { () async -> PickerError? in
            let task = Task { () async -> PickerError? in
                do throws(PickerError) {
                    _ = try await share.files()
                    return nil
                } catch {
                    return error
                }
            }
            task.cancel()
            return await task.value
        }
        #expect(error?.isCancellation == true)
        #expect(directory.files == [])
    }

    @Test func `Names are used once, and never lead out of the folder`() {
        func file(_ name: String?) -> PickedData { PickedData([1], typeIdentifier: "public.jpeg", fileName: name) }
        let names = ["a.jpg", "a.jpg", "../../b.jpg", "..", nil, "", "x/"].map(file)
        #expect(
            AssetShare.named(names).map(\.name) == ["a.jpg", "2-a.jpg", "b.jpg", "4.jpg", "5.jpg", "6.jpg", "x"])
    }

    @Test(arguments: [SyntheticConsent.never, .forDeletions])
    func `A menu offers what the library's editor allows, and asks where the library does not`(
        _ consent: SyntheticConsent
    ) async throws {
        var configuration = SyntheticConfiguration(assets: 50, seed: 5)
        configuration.consent = consent
        let subject = try GridSubject(configuration)
        let presenter = GridPresenter(of: subject.grid)
        try await subject.finish { await presenter.readEditOffer() }
        #expect(presenter.editOffer == .none)
        await subject.open()
        try await subject.finish { await presenter.readEditOffer() }
        #expect(presenter.editOffer.canEdit && presenter.editOffer.canDelete)
        #expect(presenter.editOffer.asksBeforeDeleting == (consent == .never))
    }

    @Test func `A cell's asset is hidden and deleted`() async throws {
        let subject = try GridSubject(assets: 50)
        await subject.open()
        let ids = try await subject.shownIDs()
        let cell = subject.grid.cell(at: 3)
        try await subject.finish { try await subject.grid.setHidden(true, of: cell) }
        #expect(subject.store.contents.assets.first { $0.id == ids[3] }?.isHidden == true)
        await subject.run { subject.grid.count == ids.count - 1 }
        await subject.settle()
        let next = subject.grid.cell(at: 3)
        await subject.run { next.asset?.id == ids[4] }
        try await subject.finish { try await subject.grid.delete(next) }
        #expect(!subject.store.contents.assets.contains { $0.id == ids[4] })
    }

    @Test func `A picture that is only in the cloud is no failure`() async throws {
        var configuration = SyntheticConfiguration(assets: 60, seed: 5)
        configuration.cloudOriginals = true
        let subject = try GridSubject(configuration)
        await subject.open()
        let cells = (0..<20).map(subject.grid.cell(at:))
        for cell in cells { subject.follow(cell) }
        await subject.run { cells.contains(where: \.isInCloud) }
        let cell = try #require(cells.first { $0.isInCloud })
        let description = GridPresenter(of: subject.grid).description(of: cell)
        #expect(description.badges.last == .inCloud)
        #expect(description.label.contains(Phrase(.assetInCloud)))
        #expect(!description.label.contains(Phrase(.assetFailed)))
        subject.grid.scrolled(to: 40..<60)
        await subject.settle()
        await subject.run { !cell.isInCloud }
    }

    @Test func `The strip below a pager has the pages around the one on screen, in their order`() async throws {
        let subject = try GridSubject(assets: 100)
        await subject.open()
        let pager = try await subject.pager(at: 2, imageSize: PixelSize(width: 16, height: 16))
        #expect(pager.filmstrip(reach: 3).map(\.distance) == [-2, -1, 0, 1, 2, 3])
        pager.moved(by: 2)
        #expect(pager.index == 4)
        #expect(pager.filmstrip(reach: 3).map(\.distance) == Array(-3...3))
        pager.moved(by: .max)
        #expect(pager.index == pager.count - 1)
        pager.moved(by: .min)
        #expect(pager.index == 0)
    }
}
