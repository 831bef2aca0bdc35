package publication

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/area/dataset"
)

// work is the used part of an answer of Crossref.
type work struct {
	DOI         string   `json:"DOI"`
	Title       []string `json:"title"`
	Journal     []string `json:"container-title"`
	Publisher   string   `json:"publisher"`
	Institution []struct {
		Name string `json:"name"`
	} `json:"institution"` // of a preprint: bioRxiv, medRxiv
	Authors []struct {
		Given  string `json:"given"`
		Family string `json:"family"`
		Name   string `json:"name"` // of a consortium
	} `json:"author"`
	Volume    string   `json:"volume"`
	Issue     string   `json:"issue"`
	Page      string   `json:"page"`
	Article   string   `json:"article-number"`
	Print     workDate `json:"published-print"`
	Published workDate `json:"published"`
	Issued    workDate `json:"issued"`
	UpdatedBy []update `json:"updated-by"`
}

// update is a notice about a work.
type update struct {
	Type string `json:"type"`
}

// workDate is year, month and day, or a prefix of that; a year may be null.
type workDate struct {
	Parts [][]*int `json:"date-parts"`
}

// crossref asks Crossref for an article by its DOI.
func (c *Client) crossref(ctx context.Context, doi string) (*dataset.Publication, error) {
	const service = "Crossref"
	body, err := c.get(ctx, service, c.opt.Hosts.Crossref+url.PathEscape(doi), "application/json")
	if err != nil {
		return nil, err
	}
	var said struct {
		Work *work `json:"message"`
	}
	if err := json.Unmarshal(body, &said); err != nil || said.Work == nil {
		return nil, errors.New(service + ": the answer is not understood")
	}
	p := said.Work.publication()
	p.DOI = cmp.Or(p.DOI, doi)
	return p, nil
}

func (w *work) publication() *dataset.Publication {
	p := &dataset.Publication{
		Title: withoutMarkup(first(w.Title)), Journal: withoutMarkup(w.where()), Authors: w.authors(),
		Volume: short(w.Volume), Issue: short(w.Issue), Pages: short(w.Page), DOI: checked(dataset.DOI, w.DOI),
	}
	for _, d := range []workDate{w.Print, w.Published, w.Issued} {
		if p.Year == "" {
			p.Year, p.Month = d.read()
		}
	}
	if w.Article != "" && p.Pages == "" {
		p.Pages = short(w.Article)
	}
	if p.DOI != "" {
		p.Location = "doi: " + p.DOI
	}
	p.Retracted = slices.ContainsFunc(w.UpdatedBy, func(u update) bool {
		return strings.EqualFold(u.Type, "retraction") || strings.EqualFold(u.Type, "withdrawal")
	})
	return p
}

// where names the journal, the server of a preprint, or the publisher.
func (w *work) where() string {
	server := ""
	if len(w.Institution) > 0 {
		server = w.Institution[0].Name
	}
	return cmp.Or(first(w.Journal), server, w.Publisher)
}

func (w *work) authors() string {
	var names []string
	for _, a := range w.Authors {
		name := withoutMarkup(a.Name)
		if family := withoutMarkup(a.Family); family != "" {
			name = personName(family, "", plain(a.Given))
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return joinAuthors(names, true)
}

func (d workDate) read() (year, month string) {
	if len(d.Parts) == 0 || len(d.Parts[0]) == 0 || d.Parts[0][0] == nil {
		return "", ""
	}
	parts := d.Parts[0]
	if len(parts) > 1 && parts[1] != nil {
		month = monthName(strconv.Itoa(*parts[1]))
	}
	return strconv.Itoa(*parts[0]), month
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
