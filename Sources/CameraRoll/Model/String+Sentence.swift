extension String {
    /// The text with an end: a full stop, unless it has one, or what stands in its place.
    ///
    /// Reasons end the sentences of errors; a reason that is another error's sentence has a stop already.
    package var ended: String {
        guard let last, ![".", "!", "?", "…"].contains(last) else { return self }
        return self + "."
    }

    /// The text as a sentence of its own: with a capital and an end.
    package var sentence: String { (prefix(1).uppercased() + dropFirst()).ended }
}
