public import CameraRoll

// The texts of views about permission, limited access and a selection, as phrases.

extension AuthorizationStatus {
    /// The message to the user; nil if the library may be read.
    public var phrase: Phrase? {
        switch self {
        case .notDetermined: Phrase(.permissionNeeded)
        case .denied: Phrase(.permissionDenied)
        case .restricted: Phrase(.permissionRestricted)
        case .authorized, .limited: nil
        }
    }

    /// The purpose of a button below the message.
    public enum Offer: Hashable, Sendable, CaseIterable {
        /// Asks the user for permission.
        case request
        /// Opens the system's settings.
        case openSettings

        /// The title of the button.
        public var phrase: Phrase {
            switch self {
            case .request: Phrase(.permissionAllow)
            case .openSettings: Phrase(.permissionSettings)
            }
        }
    }

    /// The offer that helps: to ask for permission, or to open the settings; nil if neither does.
    public var offer: Offer? {
        switch self {
        case .notDetermined: .request
        case .denied: .openSettings
        case .restricted, .authorized, .limited: nil
        }
    }
}

extension LibraryBrowser {
    /// The title to show: that of the album, or of a picker.
    public var titlePhrase: Phrase {
        title.map { Phrase(.plainText, .text($0)) } ?? Phrase(.pickerTitle)
    }

    /// The message in place of an empty list, including a search without results.
    public var emptyPhrase: Phrase {
        if case .search = choice { Phrase(.searchEmpty) } else { Phrase(.libraryEmpty) }
    }
}

extension LibraryBrowser.Notice {
    /// The text of a banner.
    public var phrase: Phrase {
        switch self {
        case .limited(let access): access.phrase
        case .indexing(let indexing): Phrase(.libraryIndexing, .share(indexing.fractionCompleted))
        case .libraryBusy: Phrase(.libraryBusy)
        }
    }
}

extension AlbumSection.Kind {
    /// The title of a section; nil for the first one, which needs none.
    public var phrase: Phrase? {
        switch self {
        case .main: nil
        case .smart: Phrase(.albumsOfLibrary)
        case .user: Phrase(.albumsOfUser)
        case .shared: Phrase(.albumsShared)
        }
    }
}

extension LimitedAccess {
    /// The text of a banner: how many photos the app can see.
    public var phrase: Phrase {
        selectedAssetCount <= 0
            ? Phrase(.limitedNone) : .count(selectedAssetCount, one: .limitedOne, other: .limitedOther)
    }
}

extension LimitedAccess.Offer {
    /// The title of the button.
    public var phrase: Phrase {
        switch self {
        case .selectMore: Phrase(.limitedSelectMore)
        case .openSettings: Phrase(.permissionSettings)
        }
    }
}

extension AssetSelection {
    /// The text of a picker about the number of selected assets, with the limit if there is one; or, while none is
    /// selected, about what may be selected.
    public var phrase: Phrase {
        switch (count, limits.maximum) {
        case (0, nil): Phrase(.selectedNone)
        case (0, let maximum?): .count(maximum, one: .pickerLimitOne, other: .pickerLimitOther)
        case (_, let maximum?) where maximum > 1: Phrase(.selectedOfLimit, .number(count), .number(maximum))
        default: .count(count, one: .selectedOne, other: .selectedOther)
        }
    }
}

extension PickerSession {
    /// The title of the button that ends a picker with the selection, with the number of selected assets if more than
    /// one may be selected.
    public var addPhrase: Phrase {
        guard configuration.selectionLimit != 1, !selection.isEmpty else { return Phrase(.pickerAdd) }
        return Phrase(.pickerAddCount, .number(selection.count))
    }
}

extension Album {
    /// The title, or a replacement for a missing one.
    public var phrase: Phrase {
        title.flatMap { $0.isEmpty ? nil : Phrase(.plainText, .text($0)) } ?? Phrase(.albumUntitled)
    }
}

extension AlbumCount {
    /// The number of assets; nil if it is unknown.
    public var phrase: Phrase? { number.map { Phrase(.plainNumber, .number(max($0, 0))) } }
}
