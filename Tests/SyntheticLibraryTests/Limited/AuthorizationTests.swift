import CameraRoll
import SyntheticLibrary
import Testing

struct AuthorizationTests {
    @Test func `A request waits for the answer`() async {
        let authorization = MockAuthorization(.notDetermined)
        async let status = authorization.requestAuthorization(for: .readWrite)
        await authorization.waitUntilPrompted()
        #expect(authorization.status(for: .readWrite) == .notDetermined)
        authorization.answer(.limited)
        #expect(await status == .limited)
        #expect(authorization.prompts == 1 && authorization.status(for: .addOnly) == .notDetermined)
    }

    @Test func `Levels are asked for and answered one by one`() async {
        let authorization = MockAuthorization(.notDetermined)
        async let reading = authorization.requestAuthorization(for: .readWrite)
        async let adding = authorization.requestAuthorization(for: .addOnly)
        await authorization.waitUntilPrompted(2)
        authorization.set(.denied, for: .readWrite)
        #expect(await reading == .denied)
        authorization.answer(.authorized)
        #expect(await adding == .authorized)
        #expect(authorization.status(for: .readWrite) == .denied)
    }

    @Test func `An answer can be given beforehand`() async {
        let authorization = MockAuthorization(.notDetermined, answering: .authorized)
        #expect(await authorization.requestAuthorization(for: .addOnly) == .authorized)
        #expect(authorization.prompts == 1)
    }

    @Test func `A user who has decided before is not prompted again`() async {
        let authorization = MockAuthorization(.denied)
        #expect(await authorization.requestAuthorization(for: .readWrite) == .denied)
    }

    @Test func `A task that is cancelled waits no longer`() async {
        let authorization = MockAuthorization(.notDetermined)
        let task = Task { await authorization.requestAuthorization(for: .readWrite) }
        await authorization.waitUntilPrompted()
        task.cancel()
        #expect(await task.value == .notDetermined)
    }

    @Test func `Every decision is reported to observers until they are released`() {
        let authorization = MockAuthorization(.notDetermined)
        let seen = Recorder<AuthorizationStatus>()
        var observation = authorization.observe { seen.append(authorization.status(for: .readWrite)) }
        authorization.set(.limited)
        authorization.set(.denied)
        #expect(seen.values == [.limited, .denied] && observation != nil)
        observation = nil
        authorization.set(.authorized)
        #expect(seen.values.count == 2)
    }
}
