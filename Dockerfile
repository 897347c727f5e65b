# The guide on the CPU, in one image. How to run it, with every flag: README.md, compose.yaml and SECURITY.md.
#
#   docker build -t fieldnotes --build-arg TORCH_INDEX_URL=<the index of PyTorch's CPU-only wheels> .
#
# Without TORCH_INDEX_URL torch comes from pip's own index, which for x86-64 is the CUDA build: it works, and is several
# gigabytes larger.

# --- build: the Python environment and the page's assets; nothing else of this stage is kept
FROM debian:bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/fieldnotes

# The slow part depends on the lock alone, so an edit of the code builds in seconds.
ARG TORCH_INDEX_URL=
COPY requirements.lock scripts/setup.py ./context/
RUN mkdir scripts && mv context/setup.py scripts/ && mv context/requirements.lock . && rmdir context \
 && TORCH_INDEX_URL="$TORCH_INDEX_URL" PIP_NO_CACHE_DIR=1 python3 scripts/setup.py --no-assets

# RUNTIMES=yes: further torch versions too, which FIELDNOTES_RUNTIMES then names (compose.yaml).
ARG RUNTIMES=
RUN mkdir runtimes \
 && if [ -n "$RUNTIMES" ]; then \
      TORCH_INDEX_URL="$TORCH_INDEX_URL" PIP_NO_CACHE_DIR=1 python3 scripts/setup.py --no-assets --runtimes \
      && mv .venv-* runtimes/; \
    fi

COPY package.json package-lock.json .npmrc requirements-node.txt ./
COPY scripts/build_assets.mjs scripts/
COPY static static/
RUN TORCH_INDEX_URL="$TORCH_INDEX_URL" PIP_NO_CACHE_DIR=1 python3 scripts/setup.py \
 && rm -rf .venv/node node_modules /root/.npm

# What nothing imports: pip, the packages' own tests, and the C++ headers and CMake files of torch (no compiler here).
RUN .venv/bin/python -m pip uninstall -q -y pip \
 && site=.venv/lib/python3.11/site-packages \
 && rm -rf $site/torch/include $site/torch/share $site/torch/test $site/torch/bin/protoc* $site/torch/bin/test_* \
           $site/numpy/*/tests $site/numpy/tests $site/networkx/*/tests $site/networkx/*/*/tests \
           $site/matplotlib/tests $site/mpl_toolkits/*/tests $site/matplotlib/mpl-data/sample_data \
 && find $site/sympy -type d -name tests -prune -exec rm -rf {} + \
 && .venv/bin/python -c "import torch, torch.utils.data, torch._dynamo, matplotlib.pyplot, numpy.testing, sympy"

COPY app app/
RUN .venv/bin/python -m compileall -q app

# --- final: Python, a font for Chinese plots, and what was built above
FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Torch Field Notes" \
      org.opencontainers.image.description="A bilingual field guide to PyTorch in which every statement runs live" \
      org.opencontainers.image.licenses="MIT"
# tini is process 1: it collects what a stranger's program leaves behind, and passes SIGTERM on.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 tini fonts-noto-cjk \
 && find /usr/share/fonts -name 'NotoSerifCJK*' -delete \
 && rm -rf /var/lib/apt/lists/*
ENV PATH=/srv/fieldnotes/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FIELDNOTES_HOST=0.0.0.0 \
    FIELDNOTES_PORT=8000 \
    FIELDNOTES_VAR_DIR=/tmp/fieldnotes \
    FIELDNOTES_SHARES_URL=sqlite:////var/lib/fieldnotes/shares.sqlite3
# What readers share, and nothing else. Docker makes a volume of it that can be written where the root can't be.
RUN install -d -m 700 /var/lib/fieldnotes
VOLUME /var/lib/fieldnotes
WORKDIR /srv/fieldnotes
COPY --from=build /srv/fieldnotes/.venv .venv/
COPY --from=build /srv/fieldnotes/runtimes runtimes/
COPY --from=build /srv/fieldnotes/static static/
COPY --from=build /srv/fieldnotes/app app/
COPY templates templates/
COPY locale locale/
COPY snippets snippets/
COPY LICENSE ./

EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python3", "-I", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['FIELDNOTES_PORT'] + '/readyz', timeout=4)"]

# The supervisor starts as root so that it can give each run a user id of its own; it needs these capabilities and no
# others (docker run --cap-drop ALL --cap-add …):
#   SETUID, SETGID   to take that user id, in the child and in whoever ends it and clears up after it
#   CHOWN            to give the child its folder
#   DAC_READ_SEARCH  to count what it writes there
ENTRYPOINT ["tini", "--", "python", "-m", "app"]
CMD ["serve"]
