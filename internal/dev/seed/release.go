package seed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// thinned is World.Thin of the files that only the demo's release needs.
const thinned = 12

// releaseMembers returns the submissions that complete the demo's release of three phenotypes in two
// ancestries. Their files are small.
func releaseMembers() []member {
	north, harbour := northBiobank(), Study{Seed: 11, Layout: GWASSSF, Cases: 4_120, Controls: 90_310, Coverage: 0.95, Scale: 1, Drift: 0.03, Inflate: 1.02}
	bay := Study{Seed: 12, Layout: REGENIE, Cases: 9_120, Controls: 168_300, Coverage: 0.95, Scale: 1, Drift: 0.03, Inflate: 1.03}
	high := Study{Seed: 13, Layout: SAIGE, Cases: 4_870, Controls: 61_250, Coverage: 0.95, Scale: 1, Drift: 0.03, Inflate: 1.02}
	return []member{
		{"uploader1", "harbour_DCM.tsv.gz", "Harbour DCM", "Harbour", "DCM_Broad", "EU", harbour.of(21, 2_480, 0.9), false, accepted, true},
		{"uploader2", "bayside_DCM.regenie.gz", "Bayside DCM, East Asian", "Bayside", "DCM_Broad", "EA", bay.of(22, 3_010, 0.9), false, accepted, true},
		{
			"uploader2", "highland_DCM.saige.txt.gz", "Highland DCM, East Asian", "Highland", "DCM_Broad", "EA",
			high.of(23, 2_150, 0.9), false, accepted, true,
		},
		{"uploader1", "north_NICM.regenie.gz", "North Biobank NI-CM", "North Biobank", "NI_CM", "EU", north.of(24, 4_630, 0.8), false, accepted, true},
		{"uploader1", "harbour_NICM.tsv.gz", "Harbour NI-CM", "Harbour", "NI_CM", "EU", harbour.of(25, 3_060, 0.8), false, accepted, true},
		{"uploader2", "bayside_NICM.regenie.gz", "Bayside NI-CM, East Asian", "Bayside", "NI_CM", "EA", bay.of(26, 4_240, 0.8), false, accepted, true},
		{"uploader2", "highland_NICM.saige.txt.gz", "Highland NI-CM, East Asian", "Highland", "NI_CM", "EA", high.of(27, 2_890, 0.8), false, accepted, true},
	}
}

// ReleaseName is the public name of the demo's release.
const ReleaseName = "demo-release"

// frozen is the part of a freeze that the demo reads.
type frozen struct {
	ID          string
	Version     int64
	State       string
	Verdict     string
	Publication *struct{ Name string }
}

const freezes = "/api/hermes/freezes"

// Release fills the server at base with the demo's release, published. Existing items stay as they
// are, so an interrupted start continues where it stopped.
func Release(ctx context.Context, base string, passwords Passwords, log *slog.Logger) error {
	reviewer, err := SignIn(ctx, base, "reviewer1", passwords["reviewer1"])
	if err != nil {
		return err
	}
	for _, m := range releaseMembers() {
		if err := release(ctx, base, passwords, reviewer, m, log); err != nil {
			return err
		}
	}
	f, err := reviewer.ensureFreeze(ctx)
	if err != nil {
		return err
	}
	log.Info("demo: release", "id", f.ID, "state", f.State)
	return reviewer.publish(ctx, f)
}

// release makes one accepted submission of the release.
func release(ctx context.Context, base string, passwords Passwords, reviewer *Client, m member, log *slog.Logger) error {
	c, err := SignIn(ctx, base, m.uploader, passwords[m.uploader])
	if err != nil {
		return err
	}
	id, err := c.ensure(ctx, m, log)
	if err != nil {
		return fmt.Errorf("demo submission %q: %w", m.name, err)
	}
	if err := reviewer.decide(ctx, id, m.fate); err != nil {
		return fmt.Errorf("demo review of %q: %w", m.name, err)
	}
	return nil
}

// ensureFreeze returns the demo's freeze and creates it when it is missing.
func (c *Client) ensureFreeze(ctx context.Context) (f frozen, err error) {
	const name = "HERMES demo release"
	var page struct{ Items []frozen }
	if err := c.call(ctx, http.MethodGet, freezes+"?"+url.Values{"q": {name}}.Encode(), nil, &page); err != nil {
		return f, err
	}
	if len(page.Items) > 0 {
		return c.freeze(ctx, page.Items[0].ID)
	}
	document := map[string]any{
		"phenotypes": []string{"ALL_HF", "DCM_Broad", "NI_CM"}, "ancestries": []string{"EU", "EA"}, "sexes": []string{"both"},
		"schemes": []string{"ivw"}, "sex_difference": false, "rules": []any{map[string]any{"min_studies": 2}}, "exclude": []any{}, "skip": []any{},
		"options": map[string]any{
			"scheme": "ivw", "genomic_control": true, "min_studies": 2, "maf": 0.01, "info": 0.6, "palindromic": "frequency", "multi_ancestry": false,
			"leave_one_out": true,
		},
	}
	err = c.call(ctx, http.MethodPost, freezes, map[string]any{"name": name, "release_version": "1.0", "document": document}, &f)
	return f, err
}

func (c *Client) freeze(ctx context.Context, id string) (f frozen, err error) {
	err = c.call(ctx, http.MethodGet, freezes+"/"+url.PathEscape(id), nil, &f)
	return f, err
}

// publish starts a freeze, waits for its results and publishes it.
func (c *Client) publish(ctx context.Context, f frozen) (err error) {
	at := freezes + "/" + url.PathEscape(f.ID)
	if f.State == "draft" {
		if err := c.versioned(ctx, http.MethodPost, at+"/start", "application/json", f.Version, nil, &f); err != nil {
			return fmt.Errorf("demo release: %w", err)
		}
	}
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for f.State == "running" {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if f, err = c.freeze(ctx, f.ID); err != nil {
			return err
		}
	}
	if f.State == "published" {
		return nil
	}
	body := map[string]any{"name": ReleaseName, "terms": "Invented data of the demo. Free for every use."}
	if err := c.put(ctx, at+"/publication", f.Version, body, &f); err != nil {
		return errors.Join(fmt.Errorf("demo release: %s", f.Verdict), err)
	}
	return nil
}
