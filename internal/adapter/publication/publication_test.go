package publication_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/publication"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

const (
	byConverter = "/idconv/?email=registry%40example.org&format=json&ids="
	toConverter = "&tool=cohortium&versions=no"
	byPubMed    = "/efetch?db=pubmed&email=registry%40example.org&id=30297969&retmode=xml&tool=cohortium"
)

func TestEachKindOfIDIsLookedUp(t *testing.T) {
	t.Parallel()
	found := func(p *dataset.Publication) *dataset.Publication { return p }
	withPMC := bycroft()
	withPMC.PMCID = "PMC6287706"
	for name, c := range map[string]struct {
		id        string
		set       func(*world)
		want      *dataset.Publication
		questions []string
	}{
		"a PMID": {
			"30297969", func(w *world) {
				w.pubmed = says(200, set("30297969", fineMapping, `<ArticleId IdType="pmc">PMC6287706</ArticleId><ArticleId IdType="doi">10.1038/s41588-018-0241-6</ArticleId>`))
			},
			found(known()), []string{byPubMed},
		},
		"a PMCID": {
			"PMC6287706", func(w *world) { w.convert, w.pubmed = says(200, inPMC), says(200, set("30297969", fineMapping, "")) },
			found(known()), []string{byConverter + "PMC6287706&idtype=pmcid" + toConverter, byPubMed},
		},
		"a PMCID of an article that PubMed has not": {
			"PMC6287706", func(w *world) { w.convert, w.crossref = says(200, onlyDOI), says(200, preprint) },
			withPMC, []string{byConverter + "PMC6287706&idtype=pmcid" + toConverter, "/works/10.1101%2F166298?"},
		},
		"a DOI that PMC has": {
			"https://doi.org/10.1038/s41588-018-0241-6", func(w *world) { w.convert, w.pubmed = says(200, inPMC), says(200, set("30297969", fineMapping, "")) },
			found(known()), []string{byConverter + "10.1038%2Fs41588-018-0241-6&idtype=doi" + toConverter, byPubMed},
		},
		"a DOI of a preprint": {
			"doi:10.1101/166298", func(w *world) { w.crossref = says(200, preprint) },
			found(bycroft()), []string{byConverter + "10.1101%2F166298&idtype=doi" + toConverter, "/works/10.1101%2F166298?"},
		},
		"a DOI while NCBI is down": {
			"10.1101/166298", func(w *world) { w.convert, w.crossref = says(502, "secret of the service"), says(200, preprint) },
			found(bycroft()), []string{byConverter + "10.1101%2F166298&idtype=doi" + toConverter, "/works/10.1101%2F166298?"},
		},
		"a DOI that leads PubMed to another article": {
			"10.1101/166298", func(w *world) {
				w.convert, w.pubmed, w.crossref = says(200, inPMC), says(200, set("1", fineMapping, "")), says(200, preprint)
			},
			found(bycroft()), []string{byConverter + "10.1101%2F166298&idtype=doi" + toConverter, byPubMed, "/works/10.1101%2F166298?"},
		},
		"a DOI that looks like a path and a query": {
			"10.1101/../a?b#c&d=%2e", func(w *world) { w.crossref = says(200, preprint) },
			found(bycroft()), []string{byConverter + "10.1101%2F..%2Fa%3Fb%23c%26d%3D%252e&idtype=doi" + toConverter, "/works/10.1101%2F..%2Fa%3Fb%23c&d=%252e?"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c.set(w)
			got, err := w.client().Publication(t.Context(), parse(t, c.id))
			must(t, err)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.questions, w.questions()); diff != "" {
				t.Errorf("questions (-want +got):\n%s", diff)
			}
			if w.agent != "Cohortium/1.2 (mailto:registry@example.org)" {
				t.Errorf("user agent %q", w.agent)
			}
		})
	}
}

func TestPublicationsThatAreNotFound(t *testing.T) {
	t.Parallel()
	const pmid, pmcid, doi = "30297969", "PMC6287706", "10.1101/166298"
	down := says(503, "secret of the service")
	odd := says(200, "<html>secret of the service")
	for name, c := range map[string]struct {
		id   string
		set  func(*world)
		kind errs.Kind
		code string
	}{
		"no article has the PMID":                         {pmid, func(*world) {}, errs.NotFound, "publication_unknown"},
		"PubMed refuses the PMID":                         {pmid, func(w *world) { w.pubmed = says(400, "ID list is empty! secret of the service") }, errs.NotFound, "publication_unknown"},
		"no article has the PMCID":                        {pmcid, func(*world) {}, errs.NotFound, "publication_unknown"},
		"the converter refuses the PMCID":                 {pmcid, func(w *world) { w.convert = says(400, `{"status":"error"}`) }, errs.NotFound, "publication_unknown"},
		"the converter knows nothing":                     {pmcid, func(w *world) { w.convert = says(200, `{"records":[]}`) }, errs.NotFound, "publication_unknown"},
		"the converter makes ids up":                      {pmcid, func(w *world) { w.convert = says(200, `{"records":[{"pmid":"1 OR 2","doi":"http://x"}]}`) }, errs.NotFound, "publication_unknown"},
		"no article has the DOI":                          {doi, func(*world) {}, errs.NotFound, "publication_unknown"},
		"PubMed is down":                                  {pmid, func(w *world) { w.pubmed = down }, errs.Unavailable, "lookup_down"},
		"PubMed is busy":                                  {pmid, func(w *world) { w.pubmed = says(429, "") }, errs.Unavailable, "lookup_down"},
		"PubMed says something odd":                       {pmid, func(w *world) { w.pubmed = odd }, errs.Unavailable, "lookup_down"},
		"PubMed says nothing":                             {pmid, func(w *world) { w.pubmed = says(200, "") }, errs.Unavailable, "lookup_down"},
		"the converter is down":                           {pmcid, func(w *world) { w.convert = down }, errs.Unavailable, "lookup_down"},
		"the converter says odd things":                   {pmcid, func(w *world) { w.convert = odd }, errs.Unavailable, "lookup_down"},
		"Crossref is down":                                {doi, func(w *world) { w.crossref = down }, errs.Unavailable, "lookup_down"},
		"Crossref says something odd":                     {doi, func(w *world) { w.crossref = odd }, errs.Unavailable, "lookup_down"},
		"Crossref says null":                              {doi, func(w *world) { w.crossref = says(200, "null") }, errs.Unavailable, "lookup_down"},
		"NCBI is down and Crossref does not know the DOI": {doi, func(w *world) { w.convert = down }, errs.Unavailable, "lookup_down"},
		"a kind that is none":                             {"", func(*world) {}, errs.NotFound, "publication_unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c.set(w)
			var id dataset.PubID
			if c.id != "" {
				id = parse(t, c.id)
			}
			_, err := w.client().Publication(t.Context(), id)
			wantProblem(t, err, c.kind, c.code)
		})
	}
}

func TestServiceIsNotReachable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client := w.client()
	w.Close()
	for _, id := range []string{"1", "PMC1", "10.1101/1"} {
		_, err := client.Publication(t.Context(), parse(t, id))
		wantProblem(t, err, errs.Unavailable, "lookup_down")
	}
}

func TestASlowServiceIsLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.convert = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	w.crossref = says(200, preprint)
	got, err := w.client().Publication(t.Context(), parse(t, "10.1101/166298"))
	must(t, err)
	if diff := cmp.Diff(bycroft(), got); diff != "" {
		t.Errorf("Crossref answers in its place (-want +got):\n%s", diff)
	}
}

// TestDripsAreLeft: an answer that begins and does not end is invalid too.
func TestDripsAreLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.pubmed = func(rw http.ResponseWriter, r *http.Request) {
		_, _ = rw.Write([]byte(head))
		_ = http.NewResponseController(rw).Flush()
		<-r.Context().Done()
	}
	client := w.client(func(o *publication.Options) { o.Patience = 100 * time.Millisecond })
	_, err := client.Publication(t.Context(), parse(t, "30297969")) // or this never ends
	wantProblem(t, err, errs.Unavailable, "lookup_down")
}

func TestAHugeAnswerIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sent := make(chan int64, 1)
	w.pubmed = func(rw http.ResponseWriter, _ *http.Request) {
		block := []byte(strings.Repeat("<a>", 1<<16))
		var n int64
		for n < 1<<30 {
			m, err := rw.Write(block)
			n += int64(m)
			if err != nil {
				break
			}
		}
		sent <- n
	}
	_, err := w.client().Publication(t.Context(), parse(t, "30297969"))
	wantProblem(t, err, errs.Unavailable, "lookup_down")
	if n := <-sent; n > 64<<20 {
		t.Errorf("%d bytes were taken", n)
	}
}

func TestRedirectsStayWithTheService(t *testing.T) {
	t.Parallel()
	elsewhere := newWorld(t)
	elsewhere.pubmed = says(200, set("30297969", fineMapping, ""))
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		found  bool
	}{
		"to another host": {func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, elsewhere.URL+r.URL.RequestURI(), http.StatusFound)
		}, false},
		"in circles": {func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, r.URL.RequestURI(), http.StatusFound)
		}, false},
		"to another page of the service": {func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("moved") {
				says(200, set("30297969", fineMapping, ""))(rw, r)
				return
			}
			http.Redirect(rw, r, r.URL.RequestURI()+"&moved=1", http.StatusMovedPermanently)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.pubmed = c.answer
			_, err := w.client().Publication(t.Context(), parse(t, "30297969"))
			if c.found {
				must(t, err)
				return
			}
			wantProblem(t, err, errs.Unavailable, "lookup_down")
			if n := len(elsewhere.questions()); n != 0 {
				t.Errorf("%d requests came elsewhere", n)
			}
			if n := len(w.questions()); n > 3 {
				t.Errorf("it was asked %d times", n)
			}
		})
	}
}

func TestResultsOfASearchAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.crossref = says(200, preprint)
	client := w.client()
	ask := func(id string, want int) {
		t.Helper()
		p, err := client.Publication(t.Context(), parse(t, id))
		must(t, err)
		p.Title = "changed by a caller"
		if n := len(w.questions()); n != want {
			t.Errorf("%d questions, want %d", n, want)
		}
	}
	ask("10.1101/abc", 2)
	ask("10.1101/ABC", 2) // a DOI has no case
	w.clock = w.clock.Add(59 * time.Minute)
	ask("10.1101/abc", 2)
	w.clock = w.clock.Add(2 * time.Minute)
	ask("10.1101/abc", 4)
	w.clock = w.clock.Add(-time.Hour) // the clock was set back
	ask("10.1101/abc", 6)
	for i := range 500 {
		_, err := client.Publication(t.Context(), parse(t, fmt.Sprintf("10.1101/%d", i)))
		must(t, err)
	}
	ask("10.1101/0", 1006)
	ask("10.1101/abc", 1008) // the first one was evicted
	_, err := client.Publication(t.Context(), parse(t, "1"))
	wantProblem(t, err, errs.NotFound, "publication_unknown")
	w.pubmed = says(200, set("1", fineMapping, ""))
	_, err = client.Publication(t.Context(), parse(t, "1")) // a failed look-up is repeated
	must(t, err)
}

func TestNoAnswerAfterTheCallerLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := contextThatEnds(t)
	w.pubmed = func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() }
	_, err := w.client().Publication(ctx, parse(t, "1"))
	if errs.Is(err, errs.Unavailable) || err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("error %v", err)
	}
}
