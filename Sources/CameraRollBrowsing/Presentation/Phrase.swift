import CameraRoll
public import Foundation

/// A text for the user as a key and values: a view looks up the key in the user's language and formats the values.
///
/// ```swift
/// let phrase = Phrase(.selectedOther, .number(12))
/// let template = strings[phrase.key.rawValue]              // "%1$@ selected"
/// label.text = phrase.filling(template) { value in format(value) }
/// ```
///
/// The values are numbered in templates as in format strings: `%1$@` is the first. `CameraRollUI` has the templates in
/// English and Simplified Chinese; an app with its own strings uses the same keys.
public struct Phrase: Hashable, Sendable {
    /// A value in a text, which a view formats for the user's language and region.
    public enum Value: Hashable, Sendable {
        /// A number.
        case number(Int)
        /// A text that is shown as it is.
        case text(String)
        /// A period of a calendar: its day, its month or its year.
        case period(Date, AssetSections.Unit, Calendar)
        /// A date with the time of day.
        case moment(Date)
        /// A playing time in whole seconds.
        case seconds(Int)
        /// A fraction, from 0 to 1, shown in percent.
        case share(Double)
        /// A number of bytes.
        case bytes(Int)
    }

    /// The key of the template.
    public let key: Key
    /// The values, in the order of their numbers.
    public let values: [Value]

    /// Creates a text from its parts.
    public init(_ key: Key, _ values: Value...) {
        self.key = key
        self.values = values
    }

    /// The text for a number of things: the first key for one of them, the second one otherwise.
    static func count(_ number: Int, one: Key, other: Key) -> Phrase {
        Phrase(number == 1 ? one : other, .number(number))
    }

    /// Returns a template with the formatted values in it; a placeholder without a value stays as it is.
    ///
    /// - Parameters:
    ///   - template: the text of the key in the user's language.
    ///   - format: returns a value as text.
    public func filling(_ template: String, format: (Value) -> String) -> String {
        // Values have odd indexes among the parts, and are not searched again, since they may look like placeholders.
        var parts = [template]
        for (index, value) in values.enumerated() {
            let (place, text) = ("%\(index + 1)$@", format(value))
            parts = parts.enumerated().flatMap { offset, part in
                offset.isMultiple(of: 2) ? part.components(separatedBy: place).interleaved(with: text) : [part]
            }
        }
        return parts.joined()
    }
}

extension [String] {
    /// The elements with the same text between all of them.
    fileprivate func interleaved(with text: String) -> [String] {
        Array(map { [$0] }.joined(separator: [text]))
    }
}

extension Phrase {
    /// The keys of all texts that views show.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The title of an album without one.
        case albumUntitled = "album.untitled"
        /// The title of a list of albums.
        case albums = "albums"
        /// Albums that the library maintains.
        case albumsOfLibrary = "albums.library"
        /// Albums that the user made.
        case albumsOfUser = "albums.user"
        /// Albums that are shared through the cloud.
        case albumsShared = "albums.shared"
        /// A sound.
        case assetAudio = "asset.audio"
        /// An asset whose original is being downloaded, with the fraction that has arrived.
        case assetDownloading = "asset.downloading"
        /// The playing time of an asset.
        case assetDuration = "asset.duration"
        /// An asset whose picture could not be loaded.
        case assetFailed = "asset.failed"
        /// A favorite.
        case assetFavorite = "asset.favorite"
        /// An asset whose picture is only in the cloud.
        case assetInCloud = "asset.inCloud"
        /// A Live Photo.
        case assetLivePhoto = "asset.livePhoto"
        /// When an asset was created.
        case assetMoment = "asset.moment"
        /// An asset of a kind that this version does not know.
        case assetOther = "asset.other"
        /// A panorama.
        case assetPanorama = "asset.panorama"
        /// A photo.
        case assetPhoto = "asset.photo"
        /// The position of an asset in its list, and the number of assets.
        case assetPosition = "asset.position"
        /// A screenshot.
        case assetScreenshot = "asset.screenshot"
        /// The number of a selected asset in the order of selection.
        case assetSelectedNumber = "asset.selected.number"
        /// A video.
        case assetVideo = "asset.video"
        /// A day.
        case dateDay = "date.day"
        /// A month.
        case dateMonth = "date.month"
        /// Today.
        case dateToday = "date.today"
        /// Assets without a date.
        case dateUndated = "date.undated"
        /// A year.
        case dateYear = "date.year"
        /// Yesterday.
        case dateYesterday = "date.yesterday"
        /// The question whether to delete an asset.
        case deleteQuestion = "delete.question"
        /// The name of VoiceOver's rotor for the dates of the sections.
        case gridDates = "grid.dates"
        /// Shows more assets at a time.
        case gridDenser = "grid.denser"
        /// Shows fewer and larger assets.
        case gridLarger = "grid.larger"
        /// Deselects the assets of a section.
        case gridDeselectSection = "grid.section.deselect"
        /// Selects the assets of a section.
        case gridSelectSection = "grid.section.select"
        /// Selects all assets.
        case gridSelectAll = "grid.selectAll"
        /// The bar with which a user moves through the library.
        case gridTimeline = "grid.timeline"
        /// The camera.
        case infoCamera = "info.camera"
        /// The date.
        case infoDate = "info.date"
        /// The exposure of a picture.
        case infoExposure = "info.exposure"
        /// The name of the file.
        case infoFile = "info.file"
        /// The lens.
        case infoLens = "info.lens"
        /// The place.
        case infoPlace = "info.place"
        /// The size of a picture.
        case infoPixels = "info.pixels"
        /// The width and height in pixels.
        case infoPixelSize = "info.pixels.size"
        /// The size of the file.
        case infoSize = "info.size"
        /// The library answers slowly.
        case libraryBusy = "library.busy"
        /// The library has nothing to show.
        case libraryEmpty = "library.empty"
        /// The library could not be read.
        case libraryFailed = "library.failed"
        /// The library is being indexed, with the number of assets so far.
        case libraryIndexing = "library.indexing"
        /// The library is being read.
        case libraryLoading = "library.loading"
        /// Reads the library again.
        case libraryRetry = "library.retry"
        /// An asset that cannot be selected here.
        case limitNotOffered = "limit.notOffered"
        /// At most one photo can be selected, and it is.
        case limitPhotosOne = "limit.photos.one"
        /// The maximum number of photos is selected.
        case limitPhotosOther = "limit.photos.other"
        /// At most one asset can be selected, and it is.
        case limitReachedOne = "limit.reached.one"
        /// The maximum number of assets is selected.
        case limitReachedOther = "limit.reached.other"
        /// At most one video can be selected, and it is.
        case limitVideosOne = "limit.videos.one"
        /// The maximum number of videos is selected.
        case limitVideosOther = "limit.videos.other"
        /// The app can see no assets.
        case limitedNone = "limited.none"
        /// The app can see only one asset.
        case limitedOne = "limited.one"
        /// The app can see only some assets.
        case limitedOther = "limited.other"
        /// Opens the system's picker, in which the user selects more assets for the app.
        case limitedSelectMore = "limited.selectMore"
        /// Closes what is open.
        case pagerClose = "pager.close"
        /// Deletes an asset.
        case pagerDelete = "pager.delete"
        /// Marks an asset as a favorite.
        case pagerFavorite = "pager.favorite"
        /// Hides an asset.
        case pagerHide = "pager.hide"
        /// Shows the details of an asset.
        case pagerInfo = "pager.info"
        /// Plays an asset.
        case pagerPlay = "pager.play"
        /// Shares an asset with another app.
        case pagerShare = "pager.share"
        /// Shares an asset with another app, without its place.
        case pagerShareWithoutPlace = "pager.share.withoutPlace"
        /// Unmarks a favorite.
        case pagerUnfavorite = "pager.unfavorite"
        /// Asks the user for permission.
        case permissionAllow = "permission.allow"
        /// The user denied access.
        case permissionDenied = "permission.denied"
        /// The user has not been asked for permission.
        case permissionNeeded = "permission.needed"
        /// Access cannot be allowed on this device.
        case permissionRestricted = "permission.restricted"
        /// Opens the system's settings.
        case permissionSettings = "permission.settings"
        /// The title of the request for permission.
        case permissionTitle = "permission.title"
        /// A number by itself.
        case plainNumber = "plain.number"
        /// A text by itself, such as the title of an album.
        case plainText = "plain.text"
        /// Ends a picker with the selection.
        case pickerAdd = "picker.add"
        /// Ends a picker with the selection, with its number.
        case pickerAddCount = "picker.add.count"
        /// Shows the albums.
        case pickerAlbums = "picker.albums"
        /// Takes a photo.
        case pickerCamera = "picker.camera"
        /// Ends a picker without a result.
        case pickerCancel = "picker.cancel"
        /// Deselects an asset.
        case pickerDeselect = "picker.deselect"
        /// At most one asset can be selected.
        case pickerLimitOne = "picker.limit.one"
        /// Only a number of assets can be selected.
        case pickerLimitOther = "picker.limit.other"
        /// Whether original files are delivered.
        case pickerOriginal = "picker.original"
        /// Whether original files are delivered, with their size.
        case pickerOriginalSize = "picker.original.size"
        /// Shows a picture in full screen before it is selected.
        case pickerPreview = "picker.preview"
        /// Selects an asset.
        case pickerSelect = "picker.select"
        /// The selected assets, in their order.
        case pickerSelected = "picker.selected"
        /// The title of a picker.
        case pickerTitle = "picker.title"
        /// Ends a search.
        case searchClear = "search.clear"
        /// A search finds nothing.
        case searchEmpty = "search.empty"
        /// The prompt of a search field.
        case searchPrompt = "search.prompt"
        /// No asset is selected.
        case selectedNone = "selected.none"
        /// Some assets are selected; with their number and the maximum.
        case selectedOfLimit = "selected.ofLimit"
        /// One asset is selected.
        case selectedOne = "selected.one"
        /// Some assets are selected.
        case selectedOther = "selected.other"
        /// Moves a selected asset toward the start.
        case stripEarlier = "strip.earlier"
        /// Moves a selected asset toward the end.
        case stripLater = "strip.later"
    }
}
