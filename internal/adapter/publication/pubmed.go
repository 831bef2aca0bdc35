package publication

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"

	"cohortium/internal/area/dataset"
)

// pubmed asks PubMed for an article by its PMID.
func (c *Client) pubmed(ctx context.Context, known ids) (*dataset.Publication, error) {
	const service = "PubMed"
	query := c.named(url.Values{"db": {"pubmed"}, "id": {known.pmid}, "retmode": {"xml"}})
	body, err := c.get(ctx, service, c.opt.Hosts.PubMed+"?"+query, "application/xml, text/xml")
	if err != nil {
		return nil, err
	}
	p, err := readPubMed(body, known.pmid)
	if err != nil && !errors.Is(err, errUnknown) {
		return nil, errors.New(service + ": the answer is not understood")
	}
	if err != nil {
		return nil, err
	}
	p.PMCID, p.DOI = cmp.Or(p.PMCID, known.pmcid), cmp.Or(p.DOI, known.doi)
	return p, nil
}

// The used parts of a PubmedArticleSet.
type (
	articleSet struct {
		XMLName  xml.Name  `xml:"PubmedArticleSet"`
		Articles []article `xml:"PubmedArticle"`
		Books    []book    `xml:"PubmedBookArticle>BookDocument"`
	}
	article struct {
		PMID        string       `xml:"MedlineCitation>PMID"`
		Title       flat         `xml:"MedlineCitation>Article>ArticleTitle"`
		Vernacular  flat         `xml:"MedlineCitation>Article>VernacularTitle"`
		Journal     flat         `xml:"MedlineCitation>Article>Journal>Title"`
		Abbreviated flat         `xml:"MedlineCitation>Article>Journal>ISOAbbreviation"`
		Volume      flat         `xml:"MedlineCitation>Article>Journal>JournalIssue>Volume"`
		Issue       flat         `xml:"MedlineCitation>Article>Journal>JournalIssue>Issue"`
		Date        pubDate      `xml:"MedlineCitation>Article>Journal>JournalIssue>PubDate"`
		Online      pubDate      `xml:"MedlineCitation>Article>ArticleDate"`
		Pages       flat         `xml:"MedlineCitation>Article>Pagination>MedlinePgn"`
		FirstPage   flat         `xml:"MedlineCitation>Article>Pagination>StartPage"`
		LastPage    flat         `xml:"MedlineCitation>Article>Pagination>EndPage"`
		Locations   []location   `xml:"MedlineCitation>Article>ELocationID"`
		Authors     []authorList `xml:"MedlineCitation>Article>AuthorList"`
		Types       []string     `xml:"MedlineCitation>Article>PublicationTypeList>PublicationType"`
		Notices     []notice     `xml:"MedlineCitation>CommentsCorrectionsList>CommentsCorrections"`
		IDs         []articleID  `xml:"PubmedData>ArticleIdList>ArticleId"`
	}
	book struct {
		PMID    string       `xml:"PMID"`
		Title   flat         `xml:"ArticleTitle"`
		Book    flat         `xml:"Book>BookTitle"`
		Date    pubDate      `xml:"Book>PubDate"`
		Authors []authorList `xml:"AuthorList"`
		IDs     []articleID  `xml:"ArticleIdList>ArticleId"`
	}
	pubDate struct {
		Year   string `xml:"Year"`
		Month  string `xml:"Month"`
		Season string `xml:"Season"`
		Text   string `xml:"MedlineDate"` // such as 1998 Dec-1999 Jan, instead of the others
	}
	location struct {
		Kind  string `xml:"EIdType,attr"`
		Valid string `xml:"ValidYN,attr"`
		Text  string `xml:",chardata"`
	}
	authorList struct {
		Complete string   `xml:"CompleteYN,attr"`
		Type     string   `xml:"Type,attr"`
		Authors  []author `xml:"Author"`
	}
	author struct {
		Valid      string `xml:"ValidYN,attr"`
		Last       flat   `xml:"LastName"`
		Fore       flat   `xml:"ForeName"`
		Initials   flat   `xml:"Initials"`
		Collective flat   `xml:"CollectiveName"`
	}
	notice struct {
		Kind string `xml:"RefType,attr"`
	}
	articleID struct {
		Kind string `xml:"IdType,attr"`
		Text string `xml:",chardata"`
	}
)

// flat is the text of an element, including nested markup.
type flat string

// UnmarshalXML implements xml.Unmarshaler.
func (f *flat) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error {
	var text strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			text.Write(t)
		}
	}
	*f = flat(plain(text.String()))
	return nil
}

// readPubMed reads the article out of an answer of efetch.
func readPubMed(body []byte, pmid string) (*dataset.Publication, error) {
	if err := refuseEntities(body); err != nil {
		return nil, err
	}
	var set articleSet
	if err := xml.Unmarshal(body, &set); err != nil {
		return nil, err
	}
	for _, a := range set.Articles {
		if a.PMID == pmid {
			return a.publication(), nil
		}
	}
	for _, b := range set.Books {
		if b.PMID == pmid {
			return b.publication(), nil
		}
	}
	return nil, errUnknown
}

// refuseEntities rejects a document with entity definitions. The decoder follows none, and an
// article service has no reason to send any.
func refuseEntities(body []byte) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.ContainsAny(t, "[") || bytes.Contains(t, []byte("ENTITY")) {
				return errors.New("the document defines entities")
			}
		case xml.StartElement:
			return nil // definitions precede the first element
		}
	}
}

func (a *article) publication() *dataset.Publication {
	p := &dataset.Publication{
		Title: cmp.Or(string(a.Title), string(a.Vernacular)), Journal: cmp.Or(string(a.Journal), string(a.Abbreviated)),
		Authors: authorsOf(a.Authors), Volume: string(a.Volume), Issue: string(a.Issue), Pages: string(a.Pages), PMID: a.PMID,
	}
	p.Year, p.Month = a.Date.read()
	if p.Year == "" {
		p.Year, p.Month = a.Online.read()
	}
	if p.Pages == "" {
		p.Pages = strings.Trim(string(a.FirstPage)+"-"+string(a.LastPage), "-")
	}
	for _, l := range a.Locations {
		if text := plain(l.Text); l.Valid != "N" && p.Location == "" && text != "" {
			p.Location = short(l.Kind) + ": " + text
		}
	}
	p.DOI, p.PMCID = idsOf(a.IDs)
	p.Retracted = slices.Contains(a.Types, "Retracted Publication") ||
		slices.ContainsFunc(a.Notices, func(n notice) bool { return n.Kind == "RetractionIn" })
	return p
}

func (b *book) publication() *dataset.Publication {
	p := &dataset.Publication{Title: cmp.Or(string(b.Title), string(b.Book)), Journal: string(b.Book), Authors: authorsOf(b.Authors), PMID: b.PMID}
	p.Year, p.Month = b.Date.read()
	p.DOI, p.PMCID = idsOf(b.IDs)
	return p
}

func idsOf(list []articleID) (doi, pmcid string) {
	for _, id := range list {
		switch id.Kind {
		case "doi":
			doi = cmp.Or(doi, checked(dataset.DOI, id.Text))
		case "pmc":
			pmcid = cmp.Or(pmcid, checked(dataset.PMCID, id.Text))
		}
	}
	return doi, pmcid
}

// read returns the year, and the month as text; it may be a season.
func (d pubDate) read() (year, month string) {
	text := plain(d.Text)
	if year = short(d.Year); year == "" {
		year, text = yearIn(text)
	}
	return year, cmp.Or(monthName(short(d.Month)), short(d.Season), text)
}

// authorsOf names the authors of an article; editors of a book are not authors.
func authorsOf(lists []authorList) string {
	var names []string
	complete := true
	for _, list := range lists {
		if list.Type == "editors" {
			continue
		}
		complete = complete && list.Complete != "N"
		for _, a := range list.Authors {
			if name := a.name(); a.Valid != "N" && name != "" {
				names = append(names, name)
			}
		}
	}
	return joinAuthors(names, complete)
}

func (a *author) name() string {
	if a.Last == "" {
		return string(a.Collective)
	}
	return personName(string(a.Last), string(a.Initials), string(a.Fore))
}
