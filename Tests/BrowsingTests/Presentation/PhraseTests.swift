import CameraRoll
import CameraRollBrowsing
import CoreTestSupport
import Foundation
import TestSupport
import Testing

/// Texts are keys and values; both languages of the views have all of them.
@Suite struct PhraseTests {
    static let day = 86_400.0

    @Test func `Values take their places, in any order, and are not searched again`() {
        let phrase = Phrase(.assetPosition, .number(3), .text("%1$@"))
        func text(_ value: Phrase.Value) -> String {
            switch value {
            case .number(let number): "\(number)"
            case .text(let text): text
            default: "?"
            }
        }
        #expect(phrase.filling("%1$@ of %2$@", format: text) == "3 of %1$@")
        #expect(phrase.filling("%2$@, %1$@, %1$@", format: text) == "%1$@, 3, 3")
        #expect(phrase.filling("%3$@ 100 %", format: text) == "%3$@ 100 %")
        #expect(phrase.filling("", format: text) == "")
        #expect(Phrase(.dateToday).filling("Today", format: text) == "Today")
    }

    /// The templates of a language, by key.
    private static func strings(_ language: String) throws -> [String: String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/CameraRollUI/Resources/\(language).lproj/Localizable.strings")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("\"") }
        let pairs = lines.map { $0.dropFirst().dropLast(2).components(separatedBy: "\" = \"") }
        return try Dictionary(
            pairs.map { ($0[0], try #require($0.count == 2 ? $0[1] : nil)) }, uniquingKeysWith: { $0 + $1 })
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `A language has each key once, with the values of English`(language: String) throws {
        let (strings, english) = (try Self.strings(language), try Self.strings("en"))
        #expect(Set(strings.keys) == Set(Phrase.Key.allCases.map(\.rawValue)))
        for (key, text) in strings {
            #expect(Self.places(text) == Self.places(english[key] ?? ""), "\(key)")
        }
    }

    private static func places(_ text: String) -> Set<String> {
        Set((1...3).map { "%\($0)$@" }.filter(text.contains))
    }

    @Test func `Counts have words of their own for one`() throws {
        var selection = AssetSelection(listCount: 9, limits: try AssetSelection.Limits(maximum: 2))
        #expect(selection.phrase == Phrase(.pickerLimitOther, .number(2)))
        selection.select(3)
        #expect(selection.phrase == Phrase(.selectedOfLimit, .number(1), .number(2)))
        var single = AssetSelection(listCount: 9, limits: try AssetSelection.Limits(maximum: 1))
        #expect(single.phrase == Phrase(.pickerLimitOne, .number(1)))
        single.select(3)
        #expect(single.phrase == Phrase(.selectedOne, .number(1)))
        var free = AssetSelection(listCount: 9)
        free.select(0..<2) { _ in nil }
        #expect(free.phrase == Phrase(.selectedOther, .number(2)))
        #expect(AssetSelection(listCount: 0).phrase == Phrase(.selectedNone))
        #expect(LimitedAccess(selectedAssetCount: 0).phrase.key == .limitedNone)
        #expect(LimitedAccess(selectedAssetCount: -1).phrase.key == .limitedNone)
        #expect(LimitedAccess(selectedAssetCount: 1).phrase.key == .limitedOne)
        #expect(LimitedAccess(selectedAssetCount: 31).phrase == Phrase(.limitedOther, .number(31)))
    }

    @Test func `A status says what helps, and nothing where nothing does`() {
        #expect(AuthorizationStatus.notDetermined.offer == .request)
        #expect(AuthorizationStatus.denied.offer == .openSettings)
        #expect(AuthorizationStatus.allCases.filter { $0.offer != nil } == [.notDetermined, .denied])
        #expect(AuthorizationStatus.Offer.allCases.map(\.phrase.key) == [.permissionAllow, .permissionSettings])
        #expect(AuthorizationStatus.allCases.filter { $0.phrase == nil } == [.authorized, .limited])
    }

    @Test func `Banners and the sections of albums`() {
        typealias Notice = LibraryBrowser.Notice
        let limited = LimitedAccess(selectedAssetCount: 3)
        #expect(Notice.limited(limited).phrase == limited.phrase)
        #expect(
            Notice.indexing(LibraryIndexing(fractionCompleted: 0.5)).phrase == Phrase(.libraryIndexing, .share(0.5)))
        #expect(Notice.libraryBusy(since: .firstOf2000).phrase == Phrase(.libraryBusy))
        #expect(limited.offers == [.selectMore, .openSettings])
        #expect(LimitedAccess(selectedAssetCount: 3, hasPicker: false).offers == [.openSettings])
        #expect(LimitedAccess.Offer.allCases.map(\.phrase.key) == [.limitedSelectMore, .permissionSettings])
        let kinds = AlbumSection.Kind.allCases.map { $0.phrase?.key }
        #expect(kinds == [nil, .albumsOfLibrary, .albumsOfUser, .albumsShared])
    }

    @Test func `Albums without a title or a count`() {
        #expect(Album(id: "a", title: nil).phrase == Phrase(.albumUntitled))
        #expect(Album(id: "a", title: "").phrase == Phrase(.albumUntitled))
        #expect(Album(id: "a", title: "Rome").phrase == Phrase(.plainText, .text("Rome")))
        #expect(AlbumCount.unknown.phrase == nil)
        #expect(AlbumCount.estimated(-3).phrase == Phrase(.plainNumber, .number(0)))
    }

    @Test func `Today and yesterday by the calendar of the sections, also where a day has 23 hours`() throws {
        let calendar = SampleCalendars.calendar(.gregorian, "Europe/Berlin")
        // The night to March 31, 2024, is an hour shorter.
        let now = try #require(calendar.date(from: DateComponents(year: 2024, month: 4, day: 1, hour: 0, minute: 30)))
        let dates = [now, now - 3_600, now - 2 * Self.day, nil]
        let days = try AssetSections(of: dates, by: .day, in: calendar)
        let labels = days.map { DateLabel(of: $0, in: days, now: now) }
        #expect(labels.prefix(2) == [.today, .yesterday])
        #expect(labels[2] == .period(calendar.startOfDay(for: now - 2 * Self.day), .day, calendar))
        #expect(labels[2].phrase.key == .dateDay)
        #expect(labels[3] == .undated)
        #expect(days.label(at: 1, now: now) == .yesterday)
        #expect(days.label(at: 4, now: now) == nil)
        let months = days.grouped(by: .month)
        #expect(DateLabel(of: months[0], in: months, now: now).phrase.key == .dateMonth)
    }

    @Test func `A locale has the texts of its language, of its script and if possible of its region, or none`() {
        let texts = ["en", "zh-Hans", "pt-BR", "pt-PT"]
        func found(_ locale: String) -> String? {
            Phrase.localization(for: Locale(identifier: locale), among: texts)
        }
        #expect(["en_GB", "en", "zh_CN", "zh-Hans-SG"].map(found) == ["en", "en", "zh-Hans", "zh-Hans"])
        #expect(["pt_PT", "pt_BR", "pt_AO"].map(found) == ["pt-PT", "pt-BR", "pt-BR"])
        #expect(["zh_TW", "fr_FR"].map(found) == [nil, nil])
        #expect(Phrase.localization(for: Locale(identifier: "en"), among: []) == nil)
    }

    @Test func `Badges and the parts of a label`() {
        var asset = MediaAsset(id: "a", mediaSubtypes: [.livePhoto], creationDate: .firstOf2000, isFavorite: true)
        var description = AssetDescription(of: asset, at: 4, of: 70_000, orderNumber: 2, progress: 0.5)
        #expect(description.badges == [.livePhoto, .favorite, .downloading(0.5)])
        #expect(
            description.label == [
                Phrase(.assetLivePhoto), Phrase(.assetMoment, .moment(.firstOf2000)), Phrase(.assetFavorite),
                Phrase(.assetPosition, .number(5), .number(70_000)), Phrase(.assetSelectedNumber, .number(2)),
                Phrase(.assetDownloading, .share(0.5)),
            ])
        asset = MediaAsset(id: "v", mediaType: .video, duration: 3_750.6)
        description = AssetDescription(of: asset, at: 0, of: 1, progress: 1, hasFailed: true)
        #expect(description.badges == [.duration("1:02:31")])
        #expect(description.label.map(\.key) == [.assetVideo, .assetDuration, .assetPosition, .assetFailed])
        #expect(AssetDescription(of: nil, at: 0, of: 1, progress: .nan).badges == [])
        #expect(AssetDescription(of: nil, at: 0, of: 1).label == [Phrase(.assetPosition, .number(1), .number(1))])
        #expect(AssetDescription(of: nil, at: .max, of: 1).label == [])
    }

    @Test func `Playing times, and those that cannot be shown`() {
        let times = [0: "0:00", 7: "0:07", 61: "1:01", 600: "10:00", 3_599: "59:59", 3_600: "1:00:00"]
        for (duration, time) in times {
            let asset = MediaAsset(id: "v", mediaType: .video, duration: Double(duration))
            #expect(AssetDescription(of: asset, at: 0, of: 1).badges == [.duration(time)])
        }
        for duration in [.nan, .infinity, -1, 1e300] {
            let asset = MediaAsset(id: "v", mediaType: .video, duration: duration)
            #expect(AssetDescription(of: asset, at: 0, of: 1).badges == [])
        }
        let kinds: [(MediaType, MediaSubtypes)] = [
            (.image, []), (.image, .panorama), (.image, .screenshot), (.audio, []), (.unknown, []),
            (MediaType(rawValue: 99), []),
        ]
        let keys = kinds.map { type, subtypes in
            AssetDescription(of: MediaAsset(id: "a", mediaType: type, mediaSubtypes: subtypes), at: 0, of: 1).label[0]
                .key
        }
        #expect(keys == [.assetPhoto, .assetPanorama, .assetScreenshot, .assetAudio, .assetOther, .assetOther])
    }

    @Test func `The size of an image is that of a view, within the limits of a request`() {
        #expect(ImageTargetSize.points(width: 90, height: 60.2, scale: 3) == .pixels(270, 181))
        #expect(ImageTargetSize.points(width: 0, height: -4, scale: 2) == .pixels(1, 1))
        #expect(ImageTargetSize.points(width: .nan, height: 1e300, scale: 2) == .pixels(1, 32_768))
    }
}
