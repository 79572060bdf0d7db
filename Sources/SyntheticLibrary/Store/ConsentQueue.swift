import CameraRoll
import Dispatch

/// The edits that wait for the user's consent, each on its editor's thread.
final class ConsentQueue: Sendable {
    private struct Contents {
        var prompts: [UInt64: Prompt] = [:]
        var asked: UInt64 = 0
    }

    /// A question, and the thread that waits for the answer.
    private final class Prompt: Sendable {
        let answer = Lock<Bool?>(nil)
        let end = DispatchSemaphore(value: 0)
    }

    private let contents = Lock(Contents())
    private let waiting = WaiterCounter()

    /// The number of questions so far.
    var asked: Int { contents.withLock { Int($0.asked) } }

    /// Blocks until the user has answered, or the transaction is canceled.
    ///
    /// - Throws: `.refusedByUser`, or the reason of the cancellation.
    func ask(for transaction: EditTransaction) throws(EditError) {
        let prompt = Prompt()
        let number = contents.withLock { contents in
            contents.asked += 1
            contents.prompts[contents.asked] = prompt
            return contents.asked
        }
        transaction.onCancel { [weak self] in self?.end(number, nil) }
        // Last: a prompt that is already canceled is never counted as waiting.
        waiting.enter()
        prompt.end.wait()
        switch prompt.answer.withLock(\.self) {
        case true?: return
        case false?: throw .refusedByUser
        case nil:
            // Without an answer only a cancellation ends the wait, and then this throws its reason.
            try transaction.commit()
            throw .cancelled
        }
    }

    /// Answers all waiting edits, in order of arrival; returns their number.
    func answer(_ isAllowed: Bool) -> Int {
        let numbers = contents.withLock { $0.prompts.keys.sorted() }
        return numbers.count { end($0, isAllowed) }
    }

    /// Returns once at least this many edits wait.
    func reaches(_ count: Int) async {
        await waiting.reaches(count)
    }

    /// Ends a wait; returns false if it had ended before.
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
    /// - Returns: their number.
    @discardableResult
    public func answerConsent(_ isAllowed: Bool) -> Int {
        consents.answer(isAllowed)
    }

    /// Returns once at least this many edits wait for the user's consent.
    public func waitUntilConsentIsAsked(_ count: Int = 1) async {
        await consents.reaches(count)
    }

    /// The number of times the user has been asked for consent.
    public var consentPrompts: Int { consents.asked }
}
