public import CameraRoll

/// Selection by position alone, for limits that do not depend on media types.
///
/// With other limits each of these functions throws and leaves the selection unchanged, since nothing can be selected
/// without the types of the assets.
extension AssetSelection {
    /// Selects the asset at a position, or deselects it if it is selected.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func toggle(_ position: Int) throws(InvalidArgument) -> Change {
        toggle(position, mediaTypeAt: try noMediaTypes())
    }

    /// Selects the asset at a position.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func select(_ position: Int) throws(InvalidArgument) -> Change {
        select(position, mediaTypeAt: try noMediaTypes())
    }

    /// Selects the assets of a range that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func select(_ range: Range<Int>) throws(InvalidArgument) -> Change {
        select(range, mediaTypeAt: try noMediaTypes())
    }

    /// Selects all assets that are not selected, in ascending order, as far as the limits allow.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func selectAll() throws(InvalidArgument) -> Change {
        selectAll(mediaTypeAt: try noMediaTypes())
    }

    /// Deselects the selected assets and selects all others, in ascending order, as far as the limits allow.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func invert() throws(InvalidArgument) -> Change {
        invert(mediaTypeAt: try noMediaTypes())
    }

    /// Begins a drag, which selects assets if the one at its first position is not selected, and deselects otherwise.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func beginDrag(at position: Int) throws(InvalidArgument) -> Change {
        beginDrag(at: position, mediaTypeAt: try noMediaTypes())
    }

    /// Continues a drag to a position: exactly the assets from the first position to this one change.
    ///
    /// - Throws: `InvalidArgument` if the limits depend on media types.
    @discardableResult public mutating func drag(to position: Int) throws(InvalidArgument) -> Change {
        drag(to: position, mediaTypeAt: try noMediaTypes())
    }

    /// A lookup for limits that do not need one.
    private func noMediaTypes() throws(InvalidArgument) -> (Int) -> MediaType? {
        guard limits.maximumByMediaType.isEmpty else {
            throw InvalidArgument("mediaTypeAt", "nil", allowed: "a closure, since the limits depend on media types")
        }
        return { _ in nil }
    }
}
