package seed

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// The page of the demo was made in the page builder, with the picture that the builder drew.
var (
	//go:embed example/north-biobank-page.json
	examplePage json.RawMessage
	//go:embed example/north-biobank-page.png
	examplePicture []byte
)

const (
	pages   = "/api/configurations"
	tables  = "/api/tables"
	indexes = "/api/indexes"

	pageAddress = "north-biobank-heart-failure"
	indexName   = "Published study PubMed 29559693"
	indexSchema = "CHR:POS"
)

// Shown fills the server at base with a published page and an index of the demo's public data sets.
// Existing items stay as they are.
func Shown(ctx context.Context, base string, passwords Passwords, log *slog.Logger) error {
	all := registry()
	paged, indexed := all[0], all[1]
	c, err := SignIn(ctx, base, paged.owner, passwords[paged.owner])
	if err != nil {
		return err
	}
	if err := c.ensurePage(ctx, paged, log); err != nil {
		return fmt.Errorf("demo page: %w", err)
	}
	if err := c.ensureIndex(ctx, indexed, log); err != nil {
		return fmt.Errorf("demo index: %w", err)
	}
	return nil
}

// made is the part of a page, table or index that the demo reads.
type made struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
	State   string `json:"state"` // of a table
	Error   string `json:"error"` // of a table that could not be made
}

func (c *Client) ensurePage(ctx context.Context, r registered, log *slog.Logger) error {
	var title struct {
		Title string `json:"title"`
	}
	if err := json.Unmarshal(examplePage, &title); err != nil {
		return err
	}
	var there struct {
		Items []made `json:"items"`
	}
	if err := c.call(ctx, http.MethodGet, pages+"?"+url.Values{"q": {title.Title}}.Encode(), nil, &there); err != nil || len(there.Items) > 0 {
		return err
	}
	log.Info("demo: publishing a page", "title", title.Title)
	source, err := c.sourceOf(ctx, r)
	if err != nil {
		return err
	}
	var table, page made
	if err := c.call(ctx, http.MethodPost, tables, map[string]any{"source": source}, &table); err != nil {
		return err
	}
	if err := c.awaitTable(ctx, &table); err != nil {
		return err
	}
	if err := c.call(ctx, http.MethodPost, pages, map[string]any{"table": table.ID, "document": examplePage}, &page); err != nil {
		return err
	}
	how := map[string]any{"slug": pageAddress, "follow": true, "sharing": "public", "picture": base64.StdEncoding.EncodeToString(examplePicture)}
	content, err := json.Marshal(how)
	if err != nil {
		return err
	}
	return c.versioned(ctx, http.MethodPost, pages+"/"+url.PathEscape(page.ID)+"/publish", "application/json", page.Version, content, &page)
}

func (c *Client) ensureIndex(ctx context.Context, r registered, log *slog.Logger) error {
	id, err := c.named(ctx, indexes, indexName)
	if err != nil || id != "" {
		return err
	}
	log.Info("demo: building an index", "name", indexName)
	source, err := c.sourceOf(ctx, r)
	if err != nil {
		return err
	}
	var index made
	in := map[string]any{"name": indexName, "source": source, "schema": indexSchema, "genome_build": "GRCh37"}
	if err := c.call(ctx, http.MethodPost, indexes, in, &index); err != nil {
		return err
	}
	return c.put(ctx, indexes+"/"+url.PathEscape(index.ID)+"/sharing", index.Version, map[string]any{"sharing": "public", "people": []string{}}, &index)
}

// sourceOf returns the source of a data set's file, for a table or an index.
func (c *Client) sourceOf(ctx context.Context, r registered) (map[string]any, error) {
	id, err := c.named(ctx, datasets, r.metadata["name"].(string))
	if err != nil {
		return nil, err
	}
	var d struct {
		Phenotypes []struct {
			File struct {
				ID string `json:"id"`
			} `json:"file"`
		} `json:"phenotypes"`
	}
	if err := c.call(ctx, http.MethodGet, datasets+"/"+url.PathEscape(id), nil, &d); err != nil {
		return nil, err
	}
	return map[string]any{"kind": "dataset_file", "id": id, "file_id": d.Phenotypes[0].File.ID}, nil
}

// awaitTable waits until a table is ready.
func (c *Client) awaitTable(ctx context.Context, t *made) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for t.State == "building" {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := c.call(ctx, http.MethodGet, tables+"/"+url.PathEscape(t.ID), nil, t); err != nil {
			return err
		}
	}
	if t.State != "ready" {
		return errors.New("the table of the page was not made: " + t.State + " " + t.Error)
	}
	return nil
}
