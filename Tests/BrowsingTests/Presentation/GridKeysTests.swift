import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import SyntheticLibrary
import TestSupport
import Testing

/// What taps, fingers and keys do in a grid, as its view reports them.
@MainActor @Suite(.timeLimit(.hang)) struct GridKeysTests {
    @Test func `A tap opens, or selects`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        #expect(presenter.activate(3, selects: false) == 3)
        #expect(subject.grid.selection.isEmpty)
        #expect(presenter.activate(3, selects: true) == nil)
        #expect(subject.grid.selection.ranges == [3..<4])
    }

    @Test func `The focus is shown after a key, from the tapped asset on, and goes with a touch`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        presenter.tap(3)
        #expect(!(0..<5).contains(where: presenter.hasFocus))
        presenter.tap(3)
        #expect(!(0..<5).contains(where: presenter.hasFocus))
        _ = presenter.press(.move(.right), selects: true)
        #expect((0..<6).filter(presenter.hasFocus) == [4])
        _ = presenter.press(.space, selects: true)
        #expect(presenter.hasFocus(4))
        presenter.press(x: 5, y: 5)
        presenter.release()
        #expect(!presenter.hasFocus(4))
        // Space shows it again where it is, and a picture that is opened hides it.
        _ = presenter.press(.space, selects: true)
        #expect(presenter.hasFocus(4))
        #expect(presenter.activate(9, selects: false) == 9)
        #expect(!presenter.showsFocus)
        _ = presenter.press(.move(.left), selects: false)
        #expect(presenter.hasFocus(8))
    }

    @Test func `Arrows, shift, space and return`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        // Without a focus, they are for another view.
        #expect(presenter.press(.space, selects: true) == .ignored)
        #expect(presenter.press(.enter, selects: true) == .ignored)
        #expect(presenter.press(.move(.down), selects: true) == .handled)
        #expect(presenter.press(.move(.left), selects: true, isRightToLeft: true) == .handled)
        #expect(presenter.hasFocus(1))
        #expect(presenter.press(.space, selects: true) == .handled)
        #expect(subject.grid.selection.ranges == [1..<2])
        #expect(presenter.press(.move(.down), selects: true, isShifted: true) == .handled)
        #expect(subject.grid.selection.ranges == [1..<5])
        #expect(presenter.press(.enter, selects: true) == .opens(4))
    }

    @Test func `Where keys do not select, space is for another view, and shift moves only`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        #expect(presenter.press(.move(.last), selects: false, isShifted: true) == .handled)
        #expect(presenter.press(.move(.left), selects: false, isShifted: true) == .handled)
        #expect(presenter.press(.space, selects: false) == .ignored)
        #expect(presenter.press(.enter, selects: false) == .opens(subject.grid.count - 2))
        #expect(subject.grid.selection.isEmpty)
    }

    @Test func `A finger selects from its first place on, and in a mirrored grid from the other side`() async throws {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        presenter.press(x: 5, y: 5, isRightToLeft: true)
        #expect(presenter.isPressed)
        #expect(subject.grid.selection.ranges == [2..<3])
        presenter.press(x: 385, y: 5, isRightToLeft: true)
        #expect(subject.grid.selection.ranges == [0..<3])
        presenter.release()
        #expect(!presenter.isPressed)
        presenter.press(x: 5, y: 200)
        #expect(subject.grid.selection.ranges == [0..<4])
        presenter.release()
        #expect(!subject.grid.selection.isDragging)
    }

    //   finger                 screen
    //   ------                 ------
    //   down
    //                          turns: the width changes
    //   moves on: ignored
    //   up, and down again     selects
    @Test func `A finger that stays down while the screen turns selects nothing more until it is down again`()
        async throws
    {
        let subject = try GridSubject(assets: 100)
        let presenter = await subject.presenter()
        presenter.press(x: 5, y: 5)
        presenter.resize(width: 844, headerHeight: 40)
        presenter.press(x: 500, y: 300)
        #expect(subject.grid.selection.ranges == [0..<1])
        presenter.release()
        presenter.press(x: 840, y: 5, isRightToLeft: false)
        #expect(subject.grid.selection.count == 2)
        presenter.release()
    }

    @Test func `With less motion nothing is animated: neither a way to an asset nor a change`() async throws {
        let subject = try GridSubject(assets: 500)
        let presenter = await subject.presenter()
        var animated: [Bool] = []
        presenter.follow { isAnimated, change, completion in
            animated.append(isAnimated)
            change()
            completion()
        }
        presenter.reveal(400)
        #expect(presenter.target?.isAnimated == true)
        presenter.reducesMotion = true
        presenter.reveal(0)
        #expect(presenter.target?.isAnimated == false)
        presenter.scrolled(top: 0, height: 844)
        await subject.change { $0.insert(1, MediaAsset.plain) }
        #expect(animated == [false])
    }

    @Test func `One asset, and a text at its largest size`() async throws {
        let subject = try GridSubject(assets: 1) { $0.sectionUnit = .day }
        let presenter = await subject.presenter()
        await subject.run { subject.grid.sections != nil }
        presenter.resize(headerHeight: 400)
        let frames = presenter.items.map(\.frame)
        #expect(frames.map(\.top) == [0, 400])
        for direction in GridCursor.Direction.allCases { _ = presenter.press(.move(direction), selects: true) }
        #expect(presenter.hasFocus(0))
        presenter.selectAll()
        #expect(subject.grid.selection.count == 1)
        #expect(!presenter.hasScrubber)
    }

    @Test func `The part on the screen lies between the bars`() {
        let atTop = GridPresenter.Screen(contentOffset: -100, height: 844, upperBar: 100, lowerBar: 34)
        #expect([atTop.top, atTop.height] == [0, 710])
        let below = GridPresenter.Screen(contentOffset: 900, height: 844, upperBar: 100, lowerBar: 34)
        #expect(below.top == 1_000)
        #expect(below != atTop)
    }
}
