package publication_test

import (
	"context"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

func contextThatEnds(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, cancel
}

// author returns an author of an AuthorList.
func author(last, fore, initials string) string {
	return `<Author ValidYN="Y"><LastName>` + last + `</LastName><ForeName>` + fore + `</ForeName><Initials>` + initials + `</Initials></Author>`
}

func TestArticlesOfPubMed(t *testing.T) {
	t.Parallel()
	const group = `<Author ValidYN="Y"><CollectiveName>Wellcome Trust Case Control Consortium</CollectiveName></Author>`
	journal := func(date string) string {
		return `<Journal><JournalIssue><PubDate>` + date + `</PubDate></JournalIssue></Journal>`
	}
	for name, c := range map[string]struct {
		inside string
		want   dataset.Publication
	}{
		"nothing but its number": {"", dataset.Publication{}},
		"one author":             {`<AuthorList CompleteYN="Y">` + author("Risch", "Neil J", "NJ") + `</AuthorList>`, dataset.Publication{Authors: "Risch NJ"}},
		"two authors":            {`<AuthorList>` + author("Risch", "Neil", "N") + author("Merikangas", "Kathleen", "K") + `</AuthorList>`, dataset.Publication{Authors: "Risch N, Merikangas K"}},
		"three authors":          {`<AuthorList>` + author("A", "", "A") + author("B", "", "B") + author("C", "", "C") + `</AuthorList>`, dataset.Publication{Authors: "A A, B B et al."}},
		"authors left out":       {`<AuthorList CompleteYN="N">` + author("A", "", "A") + `</AuthorList>`, dataset.Publication{Authors: "A A et al."}},
		"a consortium":           {`<AuthorList>` + group + `</AuthorList>`, dataset.Publication{Authors: "Wellcome Trust Case Control Consortium"}},
		"a person and a consortium": {
			`<AuthorList>` + author("Burton", "Paul R", "PR") + group + `</AuthorList>`, dataset.Publication{Authors: "Burton PR, Wellcome Trust Case Control Consortium"},
		},
		"an empty list of authors":     {`<AuthorList CompleteYN="Y"></AuthorList>`, dataset.Publication{}},
		"a corrected author":           {`<AuthorList><Author ValidYN="N"><LastName>Rish</LastName></Author>` + author("Risch", "", "N") + `</AuthorList>`, dataset.Publication{Authors: "Risch N"}},
		"an author without initials":   {`<AuthorList><Author><LastName>van 't Hof</LastName><ForeName>Jan-Willem</ForeName></Author></AuthorList>`, dataset.Publication{Authors: "van 't Hof JW"}},
		"an author with one name only": {`<AuthorList><Author><LastName>Suharto</LastName></Author></AuthorList>`, dataset.Publication{Authors: "Suharto"}},
		"markup in the title": {
			`<ArticleTitle>The <i>APOE</i> &#x3b5;4 allele: P&lt;5 &#215; 10<sup>-8</sup> &amp; more
			lines<b/></ArticleTitle>`, dataset.Publication{Title: "The APOE ε4 allele: P<5 × 10-8 & more lines"},
		},
		"formulas in the title":         {`<ArticleTitle>On <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>β</mml:mi></mml:math></ArticleTitle>`, dataset.Publication{Title: "On β"}},
		"a title in its language alone": {`<ArticleTitle/><VernacularTitle>Über Gene</VernacularTitle>`, dataset.Publication{Title: "Über Gene"}},
		"signs that turn the text":      {"<ArticleTitle>a\u202eb\u200f\ufeffc</ArticleTitle>", dataset.Publication{Title: "abc"}},
		"HTML as text":                  {`<ArticleTitle>&lt;script&gt;alert(1)&lt;/script&gt;</ArticleTitle>`, dataset.Publication{Title: "<script>alert(1)</script>"}},
		"a month by number":             {journal(`<Year>2012</Year><Month>09</Month><Day>2</Day>`), dataset.Publication{Year: "2012", Month: "Sep"}},
		"no month":                      {journal(`<Year>2012</Year>`), dataset.Publication{Year: "2012"}},
		"a season":                      {journal(`<Year>1999</Year><Season>Winter</Season>`), dataset.Publication{Year: "1999", Month: "Winter"}},
		"a range of months":             {journal(`<MedlineDate>1998 Dec-1999 Jan</MedlineDate>`), dataset.Publication{Year: "1998", Month: "Dec-1999 Jan"}},
		"a date that says little":       {journal(`<MedlineDate>Spring 2000</MedlineDate>`), dataset.Publication{Year: "2000", Month: "Spring"}},
		"a date without a year":         {journal(`<MedlineDate>n.d.</MedlineDate>`), dataset.Publication{}},
		"only published online":         {`<ArticleDate DateType="Electronic"><Year>2020</Year><Month>02</Month></ArticleDate>`, dataset.Publication{Year: "2020", Month: "Feb"}},
		"pages by their ends":           {`<Pagination><StartPage>e12</StartPage></Pagination>`, dataset.Publication{Pages: "e12"}},
		"places besides pages": {
			`<ELocationID EIdType="doi" ValidYN="N">10.1/wrong</ELocationID><ELocationID EIdType="pii" ValidYN="Y">e1003455</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.1371/x</ELocationID>`,
			dataset.Publication{Location: "pii: e1003455"},
		},
		"an article that was retracted": {
			`<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>`,
			dataset.Publication{Retracted: true},
		},
		"a retraction that is announced": {
			`</Article><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>2</PMID></CommentsCorrections></CommentsCorrectionsList><Article>`,
			dataset.Publication{Retracted: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.pubmed = says(200, set("17", c.inside, ""))
			got, err := w.client().Publication(t.Context(), parse(t, "17"))
			must(t, err)
			c.want.PMID = "17"
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestABookOfPubMed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pubmed = says(
		200,
		head+`<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">20301486</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK1309</ArticleId></ArticleIdList>
		<Book><PublisherName>University of Washington, Seattle</PublisherName><BookTitle book="gene">GeneReviews<sup>®</sup></BookTitle><PubDate><Year>1993</Year></PubDate>
		<AuthorList Type="editors" CompleteYN="Y">`+author(
			"Adam",
			"Margaret P",
			"MP",
		)+`</AuthorList></Book><ArticleTitle book="gene">Dilated Cardiomyopathy Overview</ArticleTitle>
		<AuthorList Type="authors" CompleteYN="Y">`+author(
			"Hershberger",
			"Ray E",
			"RE",
		)+author(
			"Jordan",
			"Elizabeth",
			"E",
		)+`</AuthorList></BookDocument></PubmedBookArticle></PubmedArticleSet>`,
	)
	got, err := w.client().Publication(t.Context(), parse(t, "20301486"))
	must(t, err)
	want := &dataset.Publication{
		Title:   "Dilated Cardiomyopathy Overview",
		Journal: "GeneReviews®",
		Authors: "Hershberger RE, Jordan E",
		Year:    "1993",
		PMID:    "20301486",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestXMLWithDefinitions: the documents of PubMed name a DTD, which is not fetched, and define
// nothing themselves.
func TestXMLWithDefinitions(t *testing.T) {
	t.Parallel()
	body := func(dtd, title string) string {
		return `<?xml version="1.0"?>` + dtd + `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>17</PMID><Article><ArticleTitle>` + title +
			`</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`
	}
	var bomb strings.Builder
	bomb.WriteString(`<!DOCTYPE x [<!ENTITY a0 "lol">`)
	for i := '1'; i <= '9'; i++ {
		bomb.WriteString(`<!ENTITY a` + string(i) + ` "` + strings.Repeat("&a"+string(i-1)+";", 10) + `">`)
	}
	bomb.WriteString("]>")
	for name, answer := range map[string]string{
		"a file of the machine": body(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`, "&e;"),
		"entities in entities":  body(bomb.String(), "&a9;"),
		"entities without use":  body(`<!DOCTYPE x [<!ENTITY e "text">]>`, "text"),
		"an unknown entity":     body("", "&nbsp;"),
		"a parameter entity":    body(`<!DOCTYPE x [<!ENTITY % e SYSTEM "http://127.0.0.1/"> %e;]>`, "text"),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.pubmed = says(200, answer)
			_, err := w.client().Publication(t.Context(), parse(t, "17"))
			wantProblem(t, err, errs.Unavailable, "lookup_down")
		})
	}
}

func TestWorksOfCrossref(t *testing.T) {
	t.Parallel()
	const doi = "10.1101/166298"
	for name, c := range map[string]struct {
		message string
		want    dataset.Publication
	}{
		"nothing at all": {`{}`, dataset.Publication{}},
		"an article of a journal": {
			`{"DOI":"10.1101/166298","title":["The <i>FTO</i> locus &amp; <jats:sup>more</jats:sup>: P<0.05"],"container-title":["Diabetes &amp; Me","D"],"volume":"5","issue":"1-2","page":"1-9",
			"author":[{"given":"Jean-Luc A.","family":"Müller"},{"name":"The XYZ Consortium"}],"published-print":{"date-parts":[[2013,12]]},"published":{"date-parts":[[2012,1,2]]}}`,
			dataset.Publication{
				Title: "The FTO locus & more: P<0.05", Journal: "Diabetes & Me", Authors: "Müller JL, The XYZ Consortium", Year: "2013", Month: "Dec",
				Volume: "5", Issue: "1-2", Pages: "1-9", Location: "doi: 10.1101/166298",
			},
		},
		"no journal, a number for pages": {`{"publisher":"Zenodo","article-number":"e17","issued":{"date-parts":[[2019]]}}`, dataset.Publication{Journal: "Zenodo", Pages: "e17", Year: "2019"}},
		"a date that is null":            {`{"issued":{"date-parts":[[null]]}}`, dataset.Publication{}},
		"no date":                        {`{"issued":{"date-parts":[]}}`, dataset.Publication{}},
		"a work that was retracted":      {`{"updated-by":[{"type":"correction"},{"type":"retraction"}]}`, dataset.Publication{Retracted: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.crossref = says(200, `{"status":"ok","message":`+c.message+`}`)
			got, err := w.client().Publication(t.Context(), parse(t, doi))
			must(t, err)
			c.want.DOI = doi
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzLookup: for any id and any answers, the result is plain text of a bounded length, or an error
// that states what to do.
func FuzzLookup(f *testing.F) {
	for _, id := range []string{"30297969", "PMC6287706", "doi:10.1101/166298", "https://doi.org/10.1/a%20b", "10.1101/x&y=z#\n", "00", "10.1000/" + strings.Repeat("é", 200)} {
		f.Add(id, inPMC, set("30297969", fineMapping, ""), preprint)
	}
	f.Add("30297969", "{}", head+"<!DOCTYPE x [", `{"message":{"title":["<i"]}}`)
	f.Add("10.1101/166298", "{}", "", `{"message":{"title":["\u202e"],"author":[{"family":"<b>"}]}}`)
	w := newWorld(f)
	f.Fuzz(func(t *testing.T, text, convert, pubmed, crossref string) {
		id, err := dataset.ParsePubID(text)
		if err != nil {
			if !errs.Is(err, errs.Rule) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if again, err := dataset.ParsePubID(id.Value); err != nil || again != id {
			t.Errorf("%q is %+v, which is %+v, %v", text, id, again, err)
		}
		w.convert, w.pubmed, w.crossref = says(200, convert), says(200, pubmed), says(200, crossref)
		p, err := w.client().Publication(t.Context(), id)
		if err != nil {
			if kind := errs.KindOf(err); kind != errs.NotFound && kind != errs.Unavailable {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for _, line := range []string{p.Title, p.Journal, p.Authors, p.Year, p.Month, p.Volume, p.Issue, p.Pages, p.Location, p.Citation()} {
			if !utf8.ValidString(line) || len(line) > 100_000 ||
				strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
				t.Errorf("%q", line)
			}
		}
	})
}
