package hermes_test

import (
	"context"
	"errors"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
)

// TestPreviewEndsWithItsRequest checks that a preview ends when its request is cancelled.
func TestPreviewEndsWithItsRequest(t *testing.T) {
	t.Parallel()
	head := hermestest.Sumstats(400, 1)
	if _, err := hermes.Preview(t.Context(), "a.tsv.gz", head, int64(len(head))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if in, err := hermes.Preview(ctx, "a.tsv.gz", head, int64(len(head))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", in, err)
	}
}
