// What views say about permission, limited access and a selection, as keys and values.

extension AuthorizationStatus {
    /// What to tell the user; nil if the library may be read.
    public var phrase: Phrase? {
        switch self {
        case .notDetermined: Phrase(.permissionNeeded)
        case .denied: Phrase(.permissionDenied)
        case .restricted: Phrase(.permissionRestricted)
        case .authorized, .limited: nil
        }
    }

    /// The button below it: asks for permission, or opens the settings; nil if neither helps.
    public var actionPhrase: Phrase? {
        switch self {
        case .notDetermined: Phrase(.permissionAllow)
        case .denied: Phrase(.permissionSettings)
        case .restricted, .authorized, .limited: nil
        }
    }
}

extension LimitedAccess {
    /// What a banner says: how many photos the app can see.
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
    /// What a picker says about the number of selected assets: what may be selected while nothing is.
    public var phrase: Phrase {
        guard isEmpty else { return .count(count, one: .selectedOne, other: .selectedOther) }
        guard let maximum = limits.maximum else { return Phrase(.selectedNone) }
        return .count(maximum, one: .pickerLimitOne, other: .pickerLimitOther)
    }
}

extension Album {
    /// The title, or what stands for a missing one.
    public var phrase: Phrase {
        title.flatMap { $0.isEmpty ? nil : Phrase(.plainText, .text($0)) } ?? Phrase(.albumUntitled)
    }
}

extension AlbumCount {
    /// The number of assets; nil if it is unknown.
    public var phrase: Phrase? { number.map { Phrase(.plainNumber, .number(max($0, 0))) } }
}
