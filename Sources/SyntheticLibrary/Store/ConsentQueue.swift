import CameraRoll
import Dispatch

/// Where edits wait for the user's consent, each on the thread of its editor.
final class ConsentQueue: Sendable {
    private struct Contents {
        var prompts: [UInt64: Prompt] = [:]
        var asked: UInt64 = 0
    }

    /// One question, and the thread that waits for the answer.
    private final class Prompt: Sendable {
        let answer = Lock<Bool?>(nil)
        let end = DispatchSemaphore(value: 0)
    }

    private let contents = Lock(Contents())
    private let waiting = WaiterCounter()

    /// How often the user was asked so far.
    var asked: Int { contents.withLock { Int($0.asked) } }

    /// Blocks until the user has answered, or nobody wants the edits any more.
    ///
    /// - Throws: `.refusedByUser`, or why nobody wants them.
    func ask(for transaction: EditTransaction) throws(EditError) {
        let prompt = Prompt()
        let number = contents.withLock { contents in
            contents.asked += 1
            contents.prompts[contents.asked] = prompt
            return contents.asked
        }
        transaction.onCancel { [weak self] in self?.end(number, nil) }
        // Last: who is given up already is never counted among those that wait.
        waiting.enter()
        prompt.end.wait()
        switch prompt.answer.withLock(\.self) {
        case true?: return
        case false?: throw .refusedByUser
        case nil:
            // Only who gave the transaction up ends the wait without an answer, and then it says why.
            try transaction.commit()
            throw .cancelled
        }
    }

    /// Answers all that wait now, the first first; returns how many they were.
    func answer(_ isAllowed: Bool) -> Int {
        let numbers = contents.withLock { $0.prompts.keys.sorted() }
        return numbers.count { end($0, isAllowed) }
    }

    /// Returns once at least so many wait.
    func reaches(_ count: Int) async {
        await waiting.reaches(count)
    }

    /// Ends a wait; returns whether nobody had ended it before.
    @discardableResult
    private func end(_ number: UInt64, _ isAllowed: Bool?) -> Bool {
        guard let prompt = contents.withLock({ $0.prompts.removeValue(forKey: number) }) else { return false }
        waiting.leave()
        prompt.answer.withLock { $0 = isAllowed }
        prompt.end.signal()
        return true
    }
}

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
