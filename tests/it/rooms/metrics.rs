use tiger_arbiter::metrics::{PRINTED, text};

#[test]
fn numbers_are_told_as_prometheus_reads_them() {
    PRINTED.add(3);
    let told = text(&[("tiger_watchers", "Live pages.", 7)]);
    assert!(told.contains("# TYPE tiger_printed_total counter\ntiger_printed_total "), "{told}");
    assert!(
        told.ends_with("# HELP tiger_watchers Live pages.\n# TYPE tiger_watchers gauge\ntiger_watchers 7\n")
    );
    assert!(told.lines().all(|line| line.starts_with('#') || line.split(' ').count() == 2), "{told}");
}
