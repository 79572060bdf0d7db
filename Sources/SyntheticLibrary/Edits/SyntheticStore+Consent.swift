extension SyntheticStore {
    /// Answers, as the user, all edits that wait for consent now.
    ///
    /// - Returns: how many they were.
    @discardableResult
    public func answerConsent(_ isAllowed: Bool) -> Int {
        consents.answer(isAllowed)
    }

    /// Returns once at least so many edits wait for the user's consent.
    public func untilConsentAsked(_ count: Int = 1) async {
        await consents.reaches(count)
    }

    /// How often the user was asked for consent so far.
    public var consentPrompts: Int { consents.asked }
}
