/// The colors and the layout of the page; the single pictures take the part that is theirs.
enum Style {
    /// CameraRoll in one color, all else in greys, for light and dark.
    private static let light = """
        --paper:#fbfbfa;--card:#ffffff;--ink:#1d2126;--dim:#5c6570;--grid:#e3e5e8;--own:#0a6cbd;--own2:#4d9fe0;\
        --goal:#b5541a;--bad:#b3261e;--good:#1c7a3e;--g0:#5f6872;--g1:#8f98a3;--g2:#b3bac3;--h0:#d5d9de;--h1:#c3d5e4;\
        --h2:#9fc3e2;--h3:#74abd9;--h4:#3f8bca;--h6:#a884d6;
        """
    private static let dark = """
        --paper:#14171b;--card:#1c2025;--ink:#e8eaed;--dim:#a0a9b4;--grid:#343a42;--own:#58b0ff;--own2:#2f7fc4;\
        --goal:#f0a15e;--bad:#ff8a80;--good:#6fd08c;--g0:#c3c9d1;--g1:#7f8994;--g2:#5a636d;--h0:#3a4048;--h1:#35495a;\
        --h2:#345a7b;--h3:#3b76a8;--h4:#4892d0;--h6:#9a74d1;
        """

    /// What the shapes of a picture need.
    static let shapes = """
        .t{font:12px system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif;fill:var(--ink)}
        .dim{fill:var(--dim)}.strong{font-weight:600}.owntext{fill:var(--own)}
        .goaltext{fill:var(--goal);stroke:var(--card);stroke-width:3px;paint-order:stroke}
        .grid{stroke:var(--grid);stroke-width:1}.goal{stroke:var(--goal);stroke-width:1.5;stroke-dasharray:5 3}
        .curve{fill:none;stroke-width:2;stroke-linejoin:round}.curve.own{stroke:var(--own);stroke-width:2.6}
        .curve.g0{stroke:var(--g0)}.curve.g1{stroke:var(--g1);stroke-dasharray:7 3}
        .curve.g2{stroke:var(--g0);stroke-dasharray:2 3}.curve.g3{stroke:var(--g2)}
        .curve.g4{stroke:var(--g1);stroke-dasharray:9 3 2 3}.curve.speed{stroke:var(--dim);stroke-width:1.4}
        .curve.d1{stroke-dasharray:7 3}.curve.d2{stroke-dasharray:2 3}.curve.d3{stroke:var(--own2)}
        .curve.dot{stroke-dasharray:none}.dot.own{fill:var(--own)}.dot.other{fill:var(--g0);stroke-width:1}
        .bar.own{fill:var(--own)}.bar.other{fill:var(--g1)}.whisker{stroke:var(--ink);stroke-width:1.5;opacity:.6}
        .gap{fill:var(--bad)}.mark{fill:var(--grid)}.job.j0{fill:var(--g1)}.job.j1{fill:var(--ink)}
        .job.j2{fill:var(--g2)}.job.j3{fill:var(--g0)}.job.j4{fill:var(--own)}.job.j5{fill:var(--own2)}
        .heat.h0{fill:var(--h0)}.heat.h1{fill:var(--h1)}.heat.h2{fill:var(--h2)}.heat.h3{fill:var(--h3)}
        .heat.h4{fill:var(--h4)}.heat.h5{fill:var(--own)}.heat.h6{fill:var(--h6)}
        """

    /// The style of a picture that stands alone.
    static let drawing =
        "svg{\(light)background:var(--card)}@media (prefers-color-scheme:dark){svg{\(dark)}}\n" + shapes

    static let page =
        ":root{color-scheme:light dark;\(light)}\n@media (prefers-color-scheme:dark){:root{\(dark)}}\n" + layout
        + shapes + "\n@media print{:root{\(light)}}\n"

    private static let layout = """
        *{box-sizing:border-box}
        body{margin:0 auto;padding:24px 16px 64px;max-width:1200px;background:var(--paper);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif;overflow-wrap:anywhere}
        h1{font-size:26px;margin:0 0 4px}h2{font-size:20px;margin:0 0 2px}h3{font-size:15px;margin:0 0 8px}
        p{margin:4px 0 10px}a{color:var(--own)}.quiet{color:var(--dim)}
        .facts{display:flex;flex-wrap:wrap;gap:4px 20px;color:var(--dim);margin:0 0 14px}
        .banner{border:2px solid var(--goal);border-radius:8px;padding:8px 14px;margin:10px 0;font-weight:600}
        .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:10px;margin:14px 0}
        .tile{background:var(--card);border:1px solid var(--grid);border-left:4px solid var(--g1);border-radius:8px;
        padding:9px 12px;break-inside:avoid}
        .tile.met{border-left-color:var(--good)}.tile.missed{border-left-color:var(--bad)}
        .tile p{margin:0;font-size:13px;line-height:1.4}.tile .found{font-size:17px;font-weight:600;margin:2px 0}
        .tile.long .found{font-size:13px}.verdict{font-weight:600}.met .verdict{color:var(--good)}
        .missed .verdict{color:var(--bad)}
        .bullet{position:relative;height:8px;margin:6px 0 2px;background:var(--grid);border-radius:4px;overflow:hidden}
        .bullet span{position:absolute;left:0;top:0;bottom:0;background:var(--own)}
        .bullet i{position:absolute;left:66.6%;top:0;bottom:0;width:3px;background:var(--goal)}
        section{margin:34px 0 0;padding-top:18px;border-top:1px solid var(--grid)}
        .figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,540px),1fr));
        gap:14px;margin:14px 0;align-items:start}
        figure{margin:0;padding:14px;background:var(--card);border:1px solid var(--grid);border-radius:8px;min-width:0;
        break-inside:avoid}
        figure.full{grid-column:1/-1}svg{display:block;max-width:100%;height:auto}svg.narrow{display:none}
        @media (max-width:619px){svg.wide{display:none}svg.narrow{display:block}figure{padding:10px}
        body{padding:16px 10px 48px}}
        figcaption{font-size:13px;color:var(--dim);margin-top:8px}
        details{margin:6px 0;font-size:13px}summary{cursor:pointer;color:var(--dim)}
        .scroll{overflow-x:auto}table{border-collapse:collapse;margin:8px 0;font-variant-numeric:tabular-nums}
        th,td{padding:3px 10px 3px 0;text-align:right;border-bottom:1px solid var(--grid);vertical-align:top;
        overflow-wrap:normal}
        th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere;min-width:110px}
        th{font-weight:600;color:var(--dim)}
        @media print{body{max-width:none;padding:0}figure,.tile{border-color:#cccccc}
        .figures{display:block}figure{margin:0 0 12px}p{break-inside:avoid}h2,h2+p{break-after:avoid}}

        """
}
