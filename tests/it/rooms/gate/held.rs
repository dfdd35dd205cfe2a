use tiger_arbiter::gate::held::{digest, signs, without};

#[test]
fn lines_that_are_held_are_left_out_in_runs() {
    let held: Vec<_> = "a\nb\nc\nd".split('\n').map(signs).collect();
    assert_eq!(without("a\nb\nc\nd", &held), "<!--=0 3-->");
    assert_eq!(without("a\nb\nnew\nd\n", &held), "<!--=0 1-->\nnew\n<!--=3 3-->\n");
    assert_eq!(without("d\na\nb", &held), "<!--=3 3-->\n<!--=0 1-->");
    assert_eq!(without("x\n\ny", &held), "x\n\ny");
    assert_eq!(without("x", &[]), "x");
}

#[test]
fn digests_are_those_of_the_published_vectors() {
    assert_eq!((digest(""), digest("a"), digest("foobar")), (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968));
}
